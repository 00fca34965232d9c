import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { BulkFolder, type BulkSession } from "../../../src/service/imports/bulk-folder.ts";

const SESSION: BulkSession = {
  id: "bulk-1",
  name: "s1",
  database: "db1",
  table: "t1",
  createdAtMs: 1,
  status: "uploading",
  uploadFrozen: false,
  jobId: null,
  validRecords: null,
  errorRecords: null,
  validParts: null,
  errorParts: null,
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "svc-bulk-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("parts have files whose names differ in more than case, and fit a file system", async () => {
  const folder = new BulkFolder(root);
  await folder.write(SESSION);
  const names = ["", "\0", "a", "A", "day-H", "day-b", "part-0", "😀".repeat(37)];
  const paths = names.map((name) => folder.partPath(SESSION, name));
  expect(new Set(paths.map((path) => basename(path).toUpperCase())).size).toBe(names.length);
  for (const path of paths) {
    expect(basename(path).length).toBeLessThan(256);
    writeFileSync(path, "");
  }
  expect(await folder.parts(SESSION)).toEqual(names.toSorted());
});

test("a folder without a record is removed; a damaged record is reported", async () => {
  mkdirSync(join(root, "left-behind"));
  writeFileSync(join(root, "file"), "");
  expect(await new BulkFolder(root).readAll()).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
  for (const text of ["{", "{}", JSON.stringify({ ...SESSION, createdAtMs: "1" })]) {
    mkdirSync(join(root, "odd"), { recursive: true });
    writeFileSync(join(root, "odd", "session.json"), text);
    await expect(new BulkFolder(root).readAll()).rejects.toThrow("of a bulk import session is damaged");
  }
});
