import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import type { FetchResponse } from "../../../../src/core/http/fetch-types.ts";
import { readBeginning, readBody, readText } from "../../../../src/core/http/body/read-body.ts";

const reply = (body: AsyncIterable<Uint8Array | string> | null): FetchResponse =>
  ({ body, text: () => Promise.resolve("without a stream") }) as unknown as FetchResponse;
const replyOf = (...pieces: readonly (Uint8Array | string)[]): FetchResponse => reply(Readable.from(pieces));

async function chunks(response: FetchResponse, silenceMs: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const chunk of readBody(response, silenceMs)) texts.push(Buffer.from(chunk).toString());
  return texts;
}

test("a body is its bytes; texts are bytes", async () => {
  expect((await chunks(replyOf("a", Buffer.from("b")), 1000)).join("")).toBe("ab");
  expect(await chunks(reply(null), 1000)).toEqual([]);
});

test("what arrives while the caller is busy is one chunk, of a megabyte at most", async () => {
  let sent = 0;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (; sent < 40; sent++) yield await Promise.resolve(Buffer.alloc(2 ** 16));
  };
  const lengths: number[] = [];
  for await (const chunk of readBody(reply(body()), 1000)) {
    lengths.push(chunk.length / 2 ** 16);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(lengths).toEqual([1, 16, 16, 7]);
});

test("what arrived before a body breaks off is given first", async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve("a");
    throw new Error("reset");
  };
  const pieces = readBody(reply(broken()), 1000);
  expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe("a");
  await expect(pieces.next()).rejects.toThrow("reset");
});

test("a body that is left early is closed", async () => {
  let closed = false;
  const endless = async function* (): AsyncGenerator<string> {
    try {
      for (;;) yield await Promise.resolve("a");
    } finally {
      closed = true;
    }
  };
  for await (const chunk of readBody(reply(endless()), 1000)) if (chunk.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(closed).toBe(true);
});

test("a body that is silent for long is given up", async () => {
  const silent = async function* (): AsyncGenerator<string> {
    yield "a";
    await new Promise(() => undefined);
  };
  await expect(chunks(reply(silent()), 30)).rejects.toThrow("no data arrived for 0.03 s");
});

test("a whole reply is its text, unpacked, and each chunk is counted", async () => {
  let count = 0;
  expect(await readText(replyOf(gzipSync("é")), "list jobs", () => count++)).toBe("é");
  expect(count).toBe(1);
  expect(await readText(reply(null), "list jobs", () => undefined)).toBe("without a stream");
});

test("of an error page the beginning is read, however it ends", async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve("<html>");
    throw new Error("reset");
  };
  expect(await readBeginning(reply(broken()), 100)).toBe("<html>");
  expect(await readBeginning(replyOf(gzipSync("x".repeat(10_000_000))), 5)).toBe("xxxxx");
});
