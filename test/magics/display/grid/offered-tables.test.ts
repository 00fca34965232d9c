import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { table } from "arquero";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOffered, offerTable } from "../../../../src/magics/display/grid/offered-tables.ts";
import { tableBundle } from "../../../../src/magics/display/mime-bundle.ts";

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "svclib-offer-test-")), "grids");
  process.env["SVC_GRID_FOLDER"] = folder;
});

afterEach(() => {
  delete process.env["SVC_GRID_FOLDER"];
  rmSync(join(folder, ".."), { recursive: true });
});

test("without a frontend that has grids a table is not offered", () => {
  expect(offerTable(table({ a: [1] }))).toBeNull();
  expect(tableBundle(table({ a: [1] }))["text/html"]).toContain('<table class="svc-table" ');
  expect(readdirSync(join(folder, ".."))).toEqual([]);
});

test("a table's HTML names its copy, which is made when a frontend asks", async () => {
  mkdirSync(folder);
  const html = String(tableBundle(table({ a: [1] }))["text/html"]);
  const [, id = ""] = /<table class="svc-table svc-grid-([0-9a-f]{32})"/.exec(html) ?? [];
  expect(readdirSync(folder)).toEqual([]);
  await copyOffered(id);
  expect(readdirSync(join(folder, id)).sort()).toEqual(["0", "grid.json"]);
});

test("a table is copied once, and an unknown one never", async () => {
  mkdirSync(folder);
  const id = offerTable(table({ a: [1] })) ?? "";
  await copyOffered(id);
  await expect(copyOffered(id)).rejects.toThrow(
    "the rows of this table are no longer kept; run its cell again",
  );
  await expect(copyOffered("f".repeat(32))).rejects.toThrow("no longer kept");
});

test("of large tables the last one is kept, others while the notebook has them", async () => {
  mkdirSync(folder);
  const large = table({ a: new Int8Array(15_000_000) });
  const ids = [offerTable(large), offerTable(large.slice(1)), offerTable(table({ b: [1] }))];
  for (const id of ids) await copyOffered(id ?? "");
  expect(readdirSync(folder).sort()).toEqual([...ids].sort());
});

test("a copy of which a value can't be read leaves no files, and can be asked for again", async () => {
  mkdirSync(folder);
  const loop: unknown[] = [];
  loop.push(loop);
  const id = offerTable(table({ a: [loop] })) ?? "";
  for (let i = 0; i < 2; i++) await expect(copyOffered(id)).rejects.toThrow("contain themselves");
  expect(readdirSync(folder)).toEqual([]);
});
