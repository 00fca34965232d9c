import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notebookText, readNotebook } from "../../../src/kernel/notebook/notebook-file.ts";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "svc-notebook-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(cells: unknown, metadata?: unknown): ReturnType<typeof readNotebook> {
  const path = join(folder, "a.ipynb");
  await writeFile(path, JSON.stringify({ nbformat: 4, nbformat_minor: 4, metadata, cells }));
  return readNotebook(path);
}

test.each([[undefined], [null]])("metadata may be missing: %s", async (metadata) => {
  const cell = { cell_type: "code", source: ["1\n", "2"] };
  expect(await read([{ ...cell, metadata }], metadata)).toEqual({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: [{ ...cell, metadata: {} }],
  });
});

test.each([
  [null],
  [5],
  ["x"],
  [{ cell_type: "code" }],
  [{ cell_type: "code", source: 5 }],
  [{ source: [1] }],
])("the cell %j is refused with its number", async (cell) => {
  await expect(read([{ cell_type: "code", source: "1" }, cell])).rejects.toThrow(
    "a.ipynb can't be read: its cell 2 has no text as its source",
  );
});

test("integers past 2^53 in metadata are written as they were read", async () => {
  const path = join(folder, "digits.ipynb");
  const text = `{
 "nbformat_minor": 5,
 "nbformat": 4,
 "metadata": {
  "id": 9007199254740993,
  "cost": 1.5,
  "note": "9007199254740993"
 },
 "cells": []
}
`;
  await writeFile(path, text);
  expect(notebookText(await readNotebook(path))).toBe(text);
});
