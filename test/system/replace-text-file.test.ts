import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceTextFile } from "../../src/system/replace-text-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-replace-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a file that can't be replaced leaves no temporary file", async () => {
  await mkdir(join(folder, "taken", "inside"), { recursive: true });
  await expect(replaceTextFile(join(folder, "taken"), "text")).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/);
  expect(await readdir(folder)).toEqual(["taken"]);
});

test("writers of one file leave the text of the last one", async () => {
  const path = join(folder, "file");
  await Promise.all(["one", "two", "three"].map((text) => replaceTextFile(path, text)));
  expect(await readFile(path, "utf8")).toBe("three");
});
