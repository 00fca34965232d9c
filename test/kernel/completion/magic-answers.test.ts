import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { CatalogueClient } from "../../../src/kernel/completion/catalogue-cache.ts";
import { CatalogueCache } from "../../../src/kernel/completion/catalogue-cache.ts";
import * as magics from "../../../src/kernel/cells/cell-magics.ts";
import type { ValueDescription } from "../../../src/kernel/kernels/kernel-adapter.ts";
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
const values: Readonly<Record<string, ValueDescription>> = {
  df: { text: "df: table, 2 rows × 1 columns\n  n  int" },
  late: {
    text: "late: function",
    source: "async function late(rows, { limit = 10 } = {}, ...more) { return 1; }",
  },
  slice: { text: "slice: function", source: "function slice() { [native code] }" },
  at: { text: "at: function", source: "at(row) { const f = (x) => x; return f(row); }" },
  Flight: {
    text: "Flight: function",
    source: "class Flight extends Trip { constructor(origin, to = null) { super(); } }",
  },
  read_svc_job: { text: "", source: "async function read_svc_job(a){}", library: "read_svc_job" },
  desc: { text: "", source: "(expr)=>1", library: "desc" },
};
const unnamed = (): Promise<null> => Promise.resolve(null);
const noTables = (): Promise<undefined> => Promise.resolve(undefined);
const noColumns = (): Promise<readonly string[]> => Promise.resolve([]);
const answers = new MagicAnswers({
  magics,
  catalogue,
  clientUnit: CODE_POINTS,
  scope: { database: "sample_datasets", variables: ["limit"] },
  describe: ([name = "", ...properties]) =>
    Promise.resolve(
      properties.length === 0 ? (values[name] ?? null) : { text: `${name}.${properties.join(".")}: <b>` },
    ),
  columnsOf: (table) => Promise.resolve(table === "df" ? ["origin", "delay"] : []),
  tablesOf: (names) =>
    Promise.resolve(names.includes("limit") ? { limit: [{ name: "least", type: "bigint" }] } : {}),
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
  const parts = {
    magics,
    catalogue: fresh,
    clientUnit: CODE_POINTS,
    scope,
    columnsOf: noColumns,
    tablesOf: noTables,
    describe: unnamed,
  };
  const answer = await new MagicAnswers(parts).answer("complete_request", content);
  expect(answer?.["matches"]).toContain("price");
});

test("completes columns of the notebook's tables in SQL over them", async () => {
  expect(await at("complete_request", "%%svc_local\nselect lea| from limit")).toMatchObject({
    matches: ["least", "lead"],
  });
  expect(await at("inspect_request", "%%svc_hive --local\nselect lea|st from limit")).toMatchObject({
    data: { "text/plain": "column least: bigint\nof limit" },
  });
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
    tablesOf: noTables,
    describe: unnamed,
  }).answer("complete_request", content);
  expect(answer).toMatchObject({ status: "ok" });
  expect(answer?.["matches"]).not.toContain("price");
});

/** Text of the tooltip at the `|` of a cell; null if the kernel is asked for it. */
const tooltip = async (cell: string): Promise<string | null> => {
  const reply = await at("inspect_request", cell);
  return reply && ((reply["data"] as Record<string, string>)["text/plain"] ?? null);
};

test.each([
  ["d|f", "df: table, 2 rows × 1 columns\n  n  int"],
  ["plot(df|, 1)", "df: table, 2 rows × 1 columns\n  n  int"],
  ["const df| = 1", "df: table, 2 rows × 1 columns\n  n  int"],
  ["%svc_use x\nd|f", "df: table, 2 rows × 1 columns\n  n  int"],
  ["{ const x = 1; d|f }", "df: table, 2 rows × 1 columns\n  n  int"],
  ["late|(1", "async function late(rows, { limit = 10 } = {}, ...more)"],
  ["slice|", "function slice()"],
  ["at|", "function at(row)"],
  ["new Flig|ht()", "class Flight extends Trip\nnew Flight(origin, to = null)"],
  ["a.b|.c", "a.b: <b>"],
  ["'😀😀'; a.b.c|", "a.b.c: <b>"],
])("explains the name of %j", async (cell, text) => {
  expect(await tooltip(cell)).toBe(text);
});

test.each(["f(1).d|f", "no|thing"])("leaves %j to the kernel", async (cell) => {
  expect(await tooltip(cell)).toBeNull();
});

test("escapes what it explains", async () => {
  expect((await at("inspect_request", "a.b|"))?.["data"]).toMatchObject({
    "text/html": "<pre><code>a.b: &lt;b&gt;</code></pre>",
  });
});

test("explains the library's functions from its types, and others from their source", async () => {
  expect(await tooltip("read_svc_job|")).toContain("Return the result of a job as a table");
  expect(await tooltip("desc|")).toBe("function desc(expr)");
});
