import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResultEncoder } from "../../../src/engine/results/result-encoder.ts";
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
