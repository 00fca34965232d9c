import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResultEncoder } from "../../../src/engine/results/result-encoder.ts";
import { GrowingFile } from "../../../src/service/results/growing-file.ts";
import { ResultFiles } from "../../../src/service/results/result-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-result-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("two forms that are requested at once are both written, each once", async () => {
  await writeFile(join(folder, "7.blocks"), "blocks");
  const targets: string[] = [];
  const encoder = {
    rewrite: async ({ path }, target) => {
      targets.push(target);
      // Arrow is encoded later than the public form, whose end removes the blocks.
      if (target.endsWith(".arrow")) await new Promise((done) => setTimeout(done, 20));
      await writeFile(target, `from ${(await readFile(path)).toString()}`);
    },
  } as Partial<ResultEncoder> as ResultEncoder;
  const files = new ResultFiles(folder, encoder);
  const forms = await Promise.all([
    files.findPublic("7"),
    files.findArrow("7", []),
    files.findArrow("7", []),
    files.findPublic("7"),
  ]);
  expect(forms.map((form) => form?.form)).toEqual(["msgpack.gz", "arrow", "arrow", "msgpack.gz"]);
  expect(targets).toEqual([join(folder, "7.msgpack.gz"), join(folder, "7.arrow")]);
});

test("requests while a stream is encoded read one file, also in the midst of a repeated beginning", async () => {
  await writeFile(join(folder, "8.blocks"), "blocks");
  let encodings = 0;
  const encoder = {
    rewrite: async (_source, target, stream) => {
      encodings += 1;
      const file = `${target}.tmp`;
      await writeFile(file, "abc");
      stream?.onWritten?.(3, false);
      await new Promise((done) => setTimeout(done, 20));
      // The engine's process ended: another one begins anew.
      await writeFile(file, "ab");
      stream?.onWritten?.(2, false);
      await new Promise((done) => setTimeout(done, 20));
      await writeFile(file, "abcdef");
      stream?.onWritten?.(6, true);
      await rename(file, target);
    },
  } as Partial<ResultEncoder> as ResultEncoder;
  const files = new ResultFiles(folder, encoder);
  const texts = await Promise.all([files.streamArrow("8", []), files.streamArrow("8", [])].map(textOf));
  expect(texts).toEqual(["abcdef", "abcdef"]);
  expect(await files.streamArrow("8", [])).toMatchObject({ form: "arrow", size: 6 });
  expect(encodings).toBe(1);
});

test("a stream that failed in the midst is encoded again, and waited for", async () => {
  await writeFile(join(folder, "9.blocks"), "blocks");
  const encoder = {
    rewrite: (_source, target, stream) => {
      stream?.onWritten?.(3, false);
      return writeFile(`${target}.tmp`, "abc").then(() => Promise.reject(new Error("no space left")));
    },
  } as Partial<ResultEncoder> as ResultEncoder;
  const files = new ResultFiles(folder, encoder);
  await expect(textOf(files.streamArrow("9", []))).rejects.toThrow("no space left");
  await expect(files.streamArrow("9", [])).rejects.toThrow("no space left");
  expect(await files.streamArrow("10", [])).toBeNull();
});

/** What a reader of a growing file gets. */
async function textOf(result: ReturnType<ResultFiles["streamArrow"]>): Promise<string> {
  const file = await result;
  if (!(file instanceof GrowingFile)) throw new Error("not growing");
  let text = "";
  for await (const piece of file.pieces()) text += Buffer.from(piece).toString();
  return text;
}

test("an Arrow stream is removed with its result, whenever it was encoded", async () => {
  const results = await mkdtemp(join(tmpdir(), "svc-results-"));
  const write = async (name: string, bytes: number, second: number): Promise<void> => {
    await writeFile(join(results, name), "x".repeat(bytes));
    await utimes(join(results, name), second, second);
  };
  await write("1.blocks", 10, 100);
  await write("1.arrow", 30, 900);
  await write("1.arrow.zst", 10, 950);
  await write("2.msgpack.gz", 10, 300);
  await write("2.arrow", 30, 310);
  await write("3.msgpack.gz", 10, 400);
  await write("4.arrow", 30, 990);
  const files = new ResultFiles(results, undefined as never);
  expect(await files.prune(1_000_000, 850_000, Infinity)).toBe(4);
  expect(await readdir(results)).toEqual(["2.arrow", "2.msgpack.gz", "3.msgpack.gz"]);
  // Only the newest fits, together with its stream.
  expect(await files.prune(1_000_000, Infinity, 45)).toBe(2);
  expect(await readdir(results)).toEqual(["3.msgpack.gz"]);
  await rm(results, { recursive: true });
});
