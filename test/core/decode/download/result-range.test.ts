import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { Connection } from "../../../../src/core/connection.ts";
import { downloadResult } from "../../../../src/core/decode/download/download-result.ts";
import { httpServer, type Reply, type SeenRequest } from "../../helpers/http-server.ts";
import { wholeWaits } from "../../helpers/whole-waits.ts";

wholeWaits();

const FILE = Buffer.from("0123456789abcdefghij");

async function download(
  replies: readonly ((request: SeenRequest) => Reply)[],
  size: number | null = FILE.length,
  timeout = 10,
): Promise<{ text: string; ranges: (string | undefined)[]; counts: number[] }> {
  let next = 0;
  await using server = await httpServer((request) => (replies[next++] ?? (() => ({ status: 500 })))(request));
  const { transport } = new Connection("1/k", server.url, {
    sleep: () => Promise.resolve(),
    max_cumul_retry_delay: 2,
    timeout,
  });
  const counts: number[] = [];
  let text = "";
  for await (const piece of downloadResult(transport, "7", {
    size,
    onBytes: (bytes) => counts.push(bytes),
  })) {
    text += Buffer.from(piece).toString();
  }
  return { text, ranges: server.seen.map(({ headers }) => headers.range), counts };
}

function whole(): Reply {
  return { body: FILE };
}

/** Sends the first `count` bytes of `from`, then cuts the connection. */
function cut(from: number, count: number, etag?: string): () => Reply {
  return () => ({
    status: from === 0 ? 200 : 206,
    headers: { "content-length": String(FILE.length - from), ...(etag === undefined ? {} : { etag }) },
    body: FILE.subarray(from, from + count),
    destroy: true,
  });
}

describe("a download that is interrupted", () => {
  test("resumes at the same offset", async () => {
    const { text, ranges } = await download([
      cut(0, 5, '"v1"'),
      cut(5, 3, '"v1"'),
      ({ headers }) => {
        expect(headers["if-range"]).toBe('"v1"');
        return { status: 206, body: FILE.subarray(8) };
      },
    ]);
    expect(text).toBe(FILE.toString());
    expect(ranges).toEqual([undefined, "bytes=5-", "bytes=8-"]);
  });

  test("resumes if the server names the coding of what is not coded", async () => {
    const first = cut(0, 5)();
    const coded = { ...first, headers: { ...first.headers, "content-encoding": "identity" } };
    const { text, ranges } = await download([() => coded, () => ({ status: 206, body: FILE.subarray(5) })]);
    expect([text, ranges]).toEqual([FILE.toString(), [undefined, "bytes=5-"]]);
  });

  test("restarts on a server without ranges and skips the bytes already received", async () => {
    expect(await download([cut(0, 5), whole])).toMatchObject({ text: FILE.toString() });
  });

  test.each<[string, Reply]>([
    ["whole, with another tag", { headers: { etag: '"v2"' }, body: FILE }],
    ["whole, without a tag", { body: FILE }],
    ["the rest, with another tag", { status: 206, headers: { etag: '"v2"' }, body: FILE.subarray(5) }],
  ])("is an error if the resumed file may be a different one: %s", async (_name, second) => {
    await expect(download([cut(0, 5, '"v1"'), () => second])).rejects.toMatchObject({
      name: "DecodeError",
      message: "the result of job 7 changed while it was read; read it again",
    });
  });

  test("fails after the maximum number of interruptions", async () => {
    await expect(download([cut(0, 5), cut(5, 1), cut(6, 1), cut(7, 1)])).rejects.toMatchObject({
      name: "NetworkError",
      message:
        "read result of job 7 failed: 7 of 20 bytes were received; gave up after 3 attempts and 1.5 s of waiting",
    });
  });

  test("resumes after a stall as well", async () => {
    let hang: (() => void) | null = null;
    const { text } = await download(
      [
        () => ({ body: FILE.subarray(0, 4), hang: new Promise<void>((resolve) => (hang = resolve)) }),
        () => ({ status: 206, body: FILE.subarray(4) }),
      ],
      FILE.length,
      0.5,
    );
    (hang as (() => void) | null)?.();
    expect(text).toBe(FILE.toString());
  });
});

test("a server that sends a few bytes at a time is read to the end", async () => {
  const replies = [5, 7, 9, 11, 13, 15, 17].map((from) => () => ({
    status: 206,
    headers: { "content-range": `bytes ${from}-${from + 1}/20` },
    body: FILE.subarray(from, from + 2),
  }));
  const rest = { status: 206, body: FILE.subarray(19) };
  expect((await download([cut(0, 5), ...replies, () => rest])).text).toBe(FILE.toString());
});

test("a reply without any of the bytes that its content-length announces is an error", async () => {
  const none = {
    status: 200,
    headers: { get: (name: string) => (name === "content-length" ? "20" : null) },
    body: null,
    text: () => Promise.resolve(""),
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
  const { transport } = new Connection("1/k", "http://127.0.0.1", {
    sleep: () => Promise.resolve(),
    max_cumul_retry_delay: 2,
    fetch: () => Promise.resolve(none),
  });
  await expect(downloadResult(transport, "7", { size: null }).next()).rejects.toThrow(
    "read result of job 7 failed: 0 of 20 bytes were received",
  );
});

test("a 416 to a request for the whole file is an error, not an empty file", async () => {
  await expect(download([() => ({ status: 416 })], null)).rejects.toThrow("HTTP 416");
});

test("a reply about another job is an error", async () => {
  const headers = { "content-location": "/v3/job/result/8?format=msgpack.gz" };
  await expect(download([() => ({ headers, body: FILE })])).rejects.toThrow(
    "read result of job 7 failed: the reply is about 8; a proxy or cache on the way may mix up replies",
  );
});

describe("a size mismatch", () => {
  test.each<[string, () => Reply, string]>([
    ["nothing is left", () => ({ status: 416 }), "0123456789"],
    ["the same comes again", () => ({ body: FILE.subarray(0, 10) }), "0123456789"],
    ["the rest comes", () => ({ status: 206, body: FILE.subarray(10) }), FILE.toString()],
  ])("fewer bytes than announced: the rest is requested, and %s", async (_name, second, wanted) => {
    const { text, ranges } = await download([() => ({ body: FILE.subarray(0, 10) }), second]);
    expect(text).toBe(wanted);
    expect(ranges).toEqual([undefined, "bytes=10-"]);
  });

  test("fewer bytes than announced, and content-length confirms them", async () => {
    const first = FILE.subarray(0, 10);
    const { text, ranges } = await download([() => ({ headers: { "content-length": "10" }, body: first })]);
    expect([text, ranges]).toEqual(["0123456789", [undefined]]);
  });

  test("more bytes than announced", async () => {
    expect(await download([whole], 19)).toMatchObject({ text: FILE.toString(), ranges: [undefined] });
  });

  test.each([19, 21])("a file whose length changes to %i between replies is an error", async (length) => {
    const headers = { "content-range": `bytes 5-19/${length}` };
    const rest = { status: 206, headers, body: FILE.subarray(5) };
    await expect(download([cut(0, 5), () => rest])).rejects.toThrow("the result of job 7 changed");
  });
});

test("a compressed transfer that is complete and shorter than announced is not requested again", async () => {
  const zipped = gzipSync(Buffer.from("a".repeat(500)));
  const coded = { status: 200, headers: { "content-encoding": "gzip" }, body: zipped };
  expect((await download([() => coded, whole], 500)).ranges).toEqual([undefined]);
});

test("a compressed transfer can't be resumed: it is requested again from the start", async () => {
  const packed = gzipSync(FILE);
  const headers = { "content-encoding": "gzip" };
  const { ranges, counts } = await download([
    () => ({ headers, body: packed.subarray(0, 12), destroy: true }),
    () => ({ headers, body: packed }),
  ]);
  expect(counts.at(-1)).toBe(packed.length);
  expect(ranges).toEqual([undefined, undefined]);
});
