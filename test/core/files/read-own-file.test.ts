import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readOwnFile } from "../../../src/core/files/read-own-file.ts";
import { isWindows } from "../../../src/system/system.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-own-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const remedies = { unreadable: "make it a file", foreign: "remove it", open: "run chmod 600" };
const onPosix = isWindows ? test.skip : test;

function file(name: string, text: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

test("a file that only its owner can read", async () => {
  expect(await readOwnFile(file("own", "1/clé\n", 0o600), remedies)).toBe("1/clé\n");
  expect(await readOwnFile(file("empty", "", 0o400), remedies)).toBe("");
});

test("no file is null", async () => {
  expect(await readOwnFile(join(folder, "none"), remedies)).toBeNull();
});

onPosix.each([0o640, 0o604, 0o620, 0o601, 0o610])("a file with mode %o is refused", async (mode) => {
  const path = file("open", "1/key", mode);
  await expect(readOwnFile(path, remedies)).rejects.toMatchObject({
    name: "ConfigError",
    message: `other users may read or change ${path}; run chmod 600`,
  });
});

test("a folder can't be read", async () => {
  const path = join(folder, "folder");
  mkdirSync(path, { mode: 0o700 });
  await expect(readOwnFile(path, remedies)).rejects.toMatchObject({
    name: "ConfigError",
    message: `can't read ${path}, make it a file`,
    cause: { code: "EISDIR" },
  });
});
