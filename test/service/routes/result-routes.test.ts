import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decodeMulti } from "@msgpack/msgpack";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { startTestService, type TestService } from "../helpers/start-test-service.ts";

let service: TestService;
let id: string;
let size: number;
const ROWS = 50_000;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/test_db");
  id = await service.runJob(`select i as n, 'é ' || i as s from range(${ROWS}) t(i)`);
  size = (await service.json<{ result_size: number }>(`/v3/job/show/${id}`)).result_size;
});

afterAll(() => service.remove());

/** Over the socket, where ranges, encodings and HEAD are handled. */
function get(query: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  const init = { method, headers: { authorization: `TD1 ${service.apikey}`, ...headers } };
  return fetch(`${service.url}/v3/job/result/${id}?${query}`, init);
}

async function bytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

describe("msgpack.gz", () => {
  test("returns the file, with its size and without content-encoding", async () => {
    const response = await get("format=msgpack.gz");
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-length")).toBe(String(size));
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    const body = await bytes(response);
    expect(body.length).toBe(size);
    const rows = [...decodeMulti(gunzipSync(body))];
    expect(rows).toHaveLength(ROWS);
    expect(rows[ROWS - 1]).toEqual([ROWS - 1, `é ${ROWS - 1}`]);
  });

  test("ranges join to the whole file", async () => {
    const whole = await bytes(await get("format=msgpack.gz"));
    const step = Math.ceil(size / 4);
    const parts = await Promise.all(
      [0, 1, 2, 3].map(async (i) => {
        const last = Math.min((i + 1) * step, size) - 1;
        const response = await get("format=msgpack.gz", { range: `bytes=${i * step}-${last}` });
        expect(response.status).toBe(206);
        expect(response.headers.get("content-range")).toBe(`bytes ${i * step}-${last}/${size}`);
        return bytes(response);
      }),
    );
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
  });

  test("an interrupted download resumes while the result is unchanged", async () => {
    const etag = (await get("format=msgpack.gz", {}, "HEAD")).headers.get("etag") as string;
    const rest = await get("format=msgpack.gz", { range: "bytes=100-", "if-range": etag });
    expect([rest.status, (await bytes(rest)).length]).toEqual([206, size - 100]);
    const changed = await get("format=msgpack.gz", { range: "bytes=100-", "if-range": '"other"' });
    expect([changed.status, (await bytes(changed)).length]).toEqual([200, size]);
    for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, "*"])
      expect((await get("format=msgpack.gz", { "if-none-match": known })).status).toBe(304);
    for (const [known, status] of [
      [etag, 200],
      ["*", 200],
      ['"other"', 412],
      [`W/${etag}`, 412],
    ] as const)
      expect((await get("format=msgpack.gz", { "if-match": known })).status).toBe(status);
  });

  test("a range past the end gets a 416 with the size", async () => {
    const response = await get("format=msgpack.gz", { range: `bytes=${size}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${size}`);
  });

  test("HEAD has the headers and no body, whatever the range", async () => {
    const response = await get("format=msgpack.gz", { range: "bytes=0-9" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(size));
    expect(await response.text()).toBe("");
  });
});

describe("msgpack", () => {
  test("is compressed for clients that accept gzip, plain for others", async () => {
    const packed = await get("format=msgpack&header=False", { "accept-encoding": "deflate, gzip" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const unpacked = await bytes(packed);
    const plain = await get("format=msgpack&header=False", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect((await bytes(plain)).equals(unpacked)).toBe(true);
    expect([...decodeMulti(unpacked)]).toHaveLength(ROWS);
  });

  test.each([
    ["GZIP", "gzip"],
    ["gzip;q=0.5", "gzip"],
    ["deflate, gzip ; q=1.0, br", "gzip"],
    ["gzip;q=0", null],
    ["gzip; q=0.000, identity", null],
    ["br", null],
  ])("accept-encoding: %s", async (accepted, encoding) => {
    const { headers } = await get("format=msgpack", { "accept-encoding": accepted }, "HEAD");
    expect(headers.get("content-encoding")).toBe(encoding);
  });

  test.each(["gzip", "identity"])("has the column names first if header=True (%s)", async (encoding) => {
    const body = await bytes(await get("format=msgpack&header=True", { "accept-encoding": encoding }));
    const [first, second] = decodeMulti(body);
    expect([first, second]).toEqual([
      ["n", "s"],
      [0, "é 0"],
    ]);
  });

  test("is the default", async () => {
    expect([...decodeMulti(await bytes(await get("")))]).toHaveLength(ROWS);
  });
});

describe("text formats", () => {
  test.each([
    ["json", "False", '[0,"\\u00e9 0"]', '[1,"\\u00e9 1"]'],
    ["json", "True", '["n","s"]', '[0,"\\u00e9 0"]'],
    ["csv", "true", "n,s", "0,é 0"],
    ["csv", "false", "0,é 0", "1,é 1"],
    ["tsv", "1", "n\ts", "0\té 0"],
  ])("%s with header=%s", async (format, header, first, second) => {
    const lines = (await (await get(`format=${format}&header=${header}`)).text()).split("\n");
    expect(lines.slice(0, 2)).toEqual([first, second]);
    expect(lines.at(-1)).toBe("");
    expect(lines).toHaveLength(ROWS + (first.includes("n") ? 2 : 1));
  });
});

test("an unknown format is a 400", async () => {
  const response = await get("format=parquet");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: 'The result format "parquet" is not one of msgpack, msgpack.gz, arrow, json, csv, tsv.',
  });
});

test("a result without rows is empty in every format", async () => {
  const empty = await service.runJob("select 1 as n where false");
  const read = async (format: string) =>
    Buffer.from(await (await service.request(`/v3/job/result/${empty}?format=${format}`)).arrayBuffer());
  expect((await read("msgpack")).length + (await read("json")).length + (await read("csv")).length).toBe(0);
  expect(gunzipSync(await read("msgpack.gz")).length).toBe(0);
});

test("a result that was removed is a 404", async () => {
  const other = await service.runJob("select 1");
  await rm(join(service.dataDir, "results", `${other}.msgpack.gz`));
  expect((await service.request(`/v3/job/result/${other}`)).status).toBe(404);
});

test("a damaged result is an error, not an empty reply", async () => {
  const other = await service.runJob("select 1");
  await writeFile(join(service.dataDir, "results", `${other}.msgpack.gz`), "no gzip at all");
  for (const format of ["csv", "tsv", "json", "msgpack"]) {
    const response = await service.request(`/v3/job/result/${other}?format=${format}`);
    expect(response.status).toBe(404);
    expect(((await response.json()) as { message: string }).message).toBe(
      `Job ${other} has lost its result: the file is damaged. Issue the query again.`,
    );
  }
});
