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

test("a body is its chunks; texts are bytes", async () => {
  expect(await chunks(replyOf("a", Buffer.from("b")), 1000)).toEqual(["a", "b"]);
  expect(await chunks(reply(null), 1000)).toEqual([]);
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
