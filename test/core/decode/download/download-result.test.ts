import { describe, expect, test } from "@jest/globals";
import { Connection } from "../../../../src/core/connection.ts";
import { downloadResult } from "../../../../src/core/decode/download/download-result.ts";
import { httpServer, type Reply } from "../../helpers/http-server.ts";
import { wholeWaits } from "../../helpers/whole-waits.ts";

wholeWaits();

test.each([20, null])("a file of announced size %p is downloaded in one request", async (size) => {
  await using server = await httpServer(() => ({ body: "0123456789abcdefghij" }));
  const { transport } = new Connection("1/k", server.url);
  let text = "";
  for await (const piece of downloadResult(transport, "7", { size })) text += Buffer.from(piece).toString();
  expect(text).toBe("0123456789abcdefghij");
  expect(server.seen.map(({ headers }) => headers.range)).toEqual([undefined]);
});

describe("a slow link", () => {
  const LARGE = Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * 7919) % 251));
  const limits = { slowBytesPerMs: Infinity, sampleMs: 0, restMs: 0, connections: 3, partBytes: 50_000 };
  type Answer = (range: { start: number; end: number }, count: number) => Reply | undefined;

  function part(start: number, end: number, headers: Record<string, string> = {}): Reply {
    const range = `bytes ${start}-${end - 1}/${LARGE.length}`;
    return {
      status: 206,
      headers: { etag: '"v1"', "content-range": range, ...headers },
      body: LARGE.subarray(start, end),
    };
  }

  /**
   * A server with ranges, unless `answer` overrides a part; the first reply continues as long as it is read. Requests of parts wait until
   * `meeting` of them have been open at once.
   */
  async function inParts(
    answer: Answer = () => undefined,
    read = Infinity,
    meeting = 1,
  ): Promise<{ bytes: Buffer; ranges: string[]; most: number }> {
    let [open, most, count] = [0, 0, 0];
    await using server = await httpServer(async ({ headers }) => {
      const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
      if (first === undefined)
        return { headers: { etag: '"v1"', "content-length": String(LARGE.length) }, body: LARGE };
      most = Math.max(most, ++open);
      const waitedFrom = Date.now();
      do await new Promise((resolve) => setTimeout(resolve, 5));
      while (most < meeting && Date.now() - waitedFrom < 20_000);
      open -= 1;
      const range = { start: Number(first), end: last ? Number(last) + 1 : LARGE.length };
      return answer(range, ++count) ?? part(range.start, range.end);
    });
    const { transport } = new Connection("1/k", server.url, { sleep: () => Promise.resolve() });
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of downloadResult(transport, "7", { size: LARGE.length, limits })) {
      pieces.push(piece);
      length += piece.length;
      if (length >= read) break;
    }
    const ranges = server.seen.flatMap(({ headers }) => headers.range ?? []);
    return { bytes: Buffer.concat(pieces), ranges, most };
  }

  test("is downloaded in parts, in order, over a bounded number of connections", async () => {
    const { bytes, ranges, most } = await inParts(undefined, undefined, 3);
    expect(bytes.equals(LARGE)).toBe(true);
    expect(ranges.length).toBeGreaterThanOrEqual(4);
    expect(most).toBe(3);
  });

  test("a part that is interrupted resumes at its offset", async () => {
    const { bytes, ranges } = await inParts(({ start, end }, count) =>
      count === 2
        ? { ...part(start, end), body: LARGE.subarray(start, start + 100), destroy: true }
        : undefined,
    );
    expect(bytes.equals(LARGE)).toBe(true);
    const starts = ranges.map((range) => Number(/\d+/.exec(range)?.[0]));
    expect(starts.some((start) => starts.includes(start - 100))).toBe(true);
  });

  test("a server without ranges sends the whole file at most once more per connection", async () => {
    const { bytes } = await inParts(() => ({ headers: { etag: '"v1"' }, body: LARGE }));
    expect(bytes.equals(LARGE)).toBe(true);
  });

  test.each<[string, Answer, string]>([
    [
      "of another file",
      () => ({ headers: { etag: '"v2"' }, body: LARGE }),
      "the result of job 7 changed while it was read; read it again",
    ],
    [
      "of a file of another size",
      ({ start, end }) => part(start, end, { "content-range": `bytes ${start}-${end - 1}/500000` }),
      "the result of job 7 changed while it was read; read it again",
    ],
    [
      "that is too long",
      ({ start, end }) => ({ ...part(start, end), body: LARGE.subarray(start - 1, end) }),
      "read result of job 7 failed: the reply has more than the",
    ],
    [
      "from another place",
      ({ start, end }) => part(start, end, { "content-range": `bytes ${start + 1}-${end}/${LARGE.length}` }),
      "read result of job 7 failed: the reply begins at byte",
    ],
  ])("a part %s is an error", async (_what, answer, message) => {
    const failed = inParts(answer);
    await expect(failed).rejects.toMatchObject({ name: "DecodeError" });
    await expect(failed).rejects.toThrow(message);
  });

  test("closes all connections when the reader stops", async () => {
    const { ranges } = await inParts(undefined, 1);
    expect(ranges.length).toBeLessThanOrEqual(3);
  });
});
