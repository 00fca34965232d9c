import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { CatalogueClient } from "../../../src/kernel/completion/catalogue-cache.ts";
import { CatalogueCache } from "../../../src/kernel/completion/catalogue-cache.ts";
import * as magics from "../../../src/kernel/cells/cell-magics.ts";
import { MagicAnswers } from "../../../src/kernel/completion/magic-answers.ts";
import { CODE_POINTS } from "../../../src/kernel/wire/code-points.ts";

const columns = [
  { name: "symbol", type: "string" },
  { name: "price", type: "double" },
];
const catalogue = {
  databases: ["sample_datasets"],
  tables: (name: string) => (name === "sample_datasets" ? [{ name: "stocks", count: 560, columns }] : null),
  settled: <T>(_waitMs: number, read: () => T) => Promise.resolve(read()),
};
const noColumns = (): Promise<readonly string[]> => Promise.resolve([]);
const answers = new MagicAnswers({
  magics,
  catalogue,
  clientUnit: CODE_POINTS,
  scope: { database: "sample_datasets", variables: ["limit"] },
  columnsOf: (table) => Promise.resolve(table === "df" ? ["origin", "delay"] : []),
});

/** Reply at the `|` of a cell. */
const at = (type: string, cell: string) => {
  const [before = "", after = ""] = cell.split("|");
  return answers.answer(type, { code: before + after, cursor_pos: [...before].length });
};

test("completes columns of tables created by cells", async () => {
  expect(await at("complete_request", 'df.groupby("o|")')).toMatchObject({
    matches: ["origin"],
    cursor_start: 12,
    cursor_end: 13,
  });
  expect(await at("complete_request", 'df.groupby("o|rigin")')).toMatchObject({
    cursor_start: 12,
    cursor_end: 18,
  });
  expect(await at("complete_request", 'other.groupby("o|")')).toBeNull();
});

test("completes magics, databases, tables and columns", async () => {
  expect(await at("complete_request", "%svc_u|")).toMatchObject({
    status: "ok",
    matches: ["%svc_use"],
    cursor_start: 0,
    cursor_end: 6,
  });
  expect(await at("complete_request", "%svc_use sam|")).toMatchObject({
    matches: ["sample_datasets"],
    cursor_start: 9,
  });
  expect((await at("complete_request", "%%svc_presto\nselect * from st|"))?.["matches"]).toContain("stocks");
  expect((await at("complete_request", "%%svc_presto\nselect pr| from stocks"))?.["matches"]).toContain(
    "price",
  );
});

test("counts offsets in code points", async () => {
  const before = "%%svc_presto\nselect '😀😀' from st";
  const length = [...before].length;
  expect(await at("complete_request", `${before}|`)).toMatchObject({
    cursor_start: length - 2,
    cursor_end: length,
    metadata: {
      _jupyter_types_experimental: [{ start: length - 2, end: length, text: "stocks", type: "class" }],
    },
  });
});

test("explains a magic and a table", async () => {
  const usage = await at("inspect_request", "%svc_u|se x");
  expect(usage).toMatchObject({ status: "ok", found: true });
  expect((usage?.["data"] as Record<string, string>)["text/plain"]).toContain("%svc_use");
  const table = await at("inspect_request", "%%svc_presto\nselect * from sto|cks");
  expect((table?.["data"] as Record<string, string>)["text/plain"]).toContain("symbol");
});

test.each([
  ["%svc_tables|", { status: "complete" }],
  ["%%svc_presto|", { status: "incomplete", indent: "" }],
  ["%%svc_presto\nselect it's|", { status: "incomplete", indent: "" }],
  ["%%svc_presto\nselect 1\n|", { status: "complete" }],
  ["%svc_tables\nif (x) {|", null],
  ["5 % 3|", null],
])("is %j complete? %j", async (cell, expected) => {
  expect(await at("is_complete_request", cell)).toEqual(expected);
});

test("ordinary code is left to the kernel, with the magics blanked", async () => {
  expect(await at("complete_request", "const a = 5; a.|")).toBeNull();
  expect(await at("complete_request", "%svc_tables\nconsole.|")).toBeNull();
  expect(answers.blanked("%svc_tables\nconsole.")).toBe("           \nconsole.");
  expect(answers.blanked("5 % a")).toBe("5 % a");
});

test("waits briefly for entries that were never loaded", async () => {
  const client = {
    list_databases: () => sleep(20, [{ name: "sales" }]),
    list_tables: () => sleep(20, [{ name: "orders", count: 3, schema: [{ name: "price", type: "double" }] }]),
  } as unknown as CatalogueClient;
  const scope = { database: null };
  const fresh = new CatalogueCache({ connect: () => Promise.resolve(client) });
  const content = { code: "%%svc_presto sales\nselect pri from orders", cursor_pos: 29 };
  const parts = { magics, catalogue: fresh, clientUnit: CODE_POINTS, scope, columnsOf: noColumns };
  const answer = await new MagicAnswers(parts).answer("complete_request", content);
  expect(answer?.["matches"]).toContain("price");
});

test("replies even if the service does not", async () => {
  const silent = new CatalogueCache({ connect: () => new Promise(() => undefined) });
  const content = { code: "%%svc_presto sales\nselect pri from orders", cursor_pos: 29 };
  const answer = await new MagicAnswers({
    magics,
    catalogue: silent,
    clientUnit: CODE_POINTS,
    scope: { database: null },
    columnsOf: noColumns,
  }).answer("complete_request", content);
  expect(answer).toMatchObject({ status: "ok" });
  expect(answer?.["matches"]).not.toContain("price");
});
