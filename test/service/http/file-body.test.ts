import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm, writeFile, type FileHandle } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fileResponse, readPart } from "../../../src/service/http/file-body.ts";
import { listen } from "../../../src/service/server/listen.ts";

const LOCAL = { host: "127.0.0.1", port: 0 };
const FILE = randomBytes(3_000_001);

let folder = "";
let path = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-file-body-"));
  path = join(folder, "file");
  await writeFile(path, FILE);
});

afterAll(() => rm(folder, { recursive: true }));

/** A reply with the bytes from `first` to `last` of the file. */
const reply = (handle: FileHandle, first: number, last: number): Response =>
  fileResponse(readPart({ handle, first, last }), {
    headers: { "content-length": String(last - first + 1) },
  });

test("readers at once get the bytes that each asked for, also slow ones", async () => {
  const socket = await listen(
    async ({ url }) =>
      reply(await open(path, "r"), Number(new URL(url).searchParams.get("first")), 3_000_000),
    LOCAL,
  );
  const read = (first: number): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const asked = request(`${socket.url}/?first=${first}`, (response) => {
        void (async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) {
            chunks.push(chunk as Buffer);
            if (first % 2 === 1 && chunks.length % 8 === 0) await setTimeout(1);
          }
          resolve(Buffer.concat(chunks));
        })().catch(reject);
      });
      asked.once("error", reject).end();
    });
  const firsts = [0, 1, 2, 3, 1_000_000, 1_000_001, 2_999_999, 3_000_000];
  const received = await Promise.all(firsts.map(read));
  expect(received.map((bytes, i) => bytes.equals(FILE.subarray(firsts[i])))).toEqual(firsts.map(() => true));
  await socket.close();
});

test("a reply that no connection takes is read as any other", async () => {
  const body = Buffer.from(await reply(await open(path, "r"), 10, 2_000_000).arrayBuffer());
  expect(body.equals(FILE.subarray(10, 2_000_001))).toBe(true);
});

test("an empty file is an empty reply", async () => {
  const socket = await listen(async () => reply(await open(path, "r"), 0, -1), LOCAL);
  const response = await fetch(socket.url);
  expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
    200,
    "0",
    "",
  ]);
  await socket.close();
});

test("the file is closed when the reader leaves", async () => {
  const handle = await open(path, "r");
  const socket = await listen(() => Promise.resolve(reply(handle, 0, 3e6)), LOCAL);
  const asked = request(socket.url, (response) => void response.once("data", () => asked.destroy()));
  asked.end();
  while (handle.fd >= 0) await setTimeout(1);
  await socket.close();
});

test("a file that ends early breaks the reply off, and is logged", async () => {
  const logged: unknown[] = [];
  const socket = await listen(async () => reply(await open(path, "r"), 0, 4e6), {
    ...LOCAL,
    log: (entry) => void logged.push(entry),
  });
  await expect(fetch(socket.url).then((response) => response.arrayBuffer())).rejects.toThrow("terminated");
  expect(logged).toMatchObject([{ event: "answer_broken", fault: "Error" }]);
  await socket.close();
});
