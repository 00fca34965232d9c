import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import { expect, test } from "@jest/globals";
import { inspectMagic } from "../../../src/magics/complete/inspect-magic.ts";
import { EMPTY_CATALOGUE, SAMPLE_CATALOGUE, withCursor } from "../helpers/sample-catalogue.ts";

function tooltip(marked: string, catalogue = SAMPLE_CATALOGUE): unknown {
  const { code, cursor } = withCursor(marked);
  const found = inspectMagic(new CellPlan(code), cursor, catalogue, { database: "shop" });
  return found === null ? "the kernel's" : (found.data["text/plain"] ?? null);
}

const sql = (query: string): unknown => tooltip(`%%svc_presto sample_datasets\n${query}`);

test.each([
  ["%svc_ta¦bles", "usage: %svc_tables [-h] [table_identifier_pattern]"],
  ["x = %svc_job¦ 12", "usage: %svc_job "],
  ["%%svc_presto¦\nselect 1", "usage: %%svc_presto "],
  ["%svc_tables?¦", "usage: %svc_tables "],
])("usage: %s", (marked, usage) => {
  expect(tooltip(marked)).toContain(usage);
});

test.each([
  ["%%svc_presto shop --drop¦na\nselect 1", "-d, --dropna\ndrop columns that hold no value at all"],
  [
    "%%svc_presto shop -T¦ UTC\nselect 1",
    "-T TIMEZONE, --timezone TIMEZONE\ntime zone of the time index, such as Asia/Tokyo",
  ],
  [
    "%svc_use sample¦_datasets",
    "database sample_datasets: 2 tables\n  nasdaq      8807278 rows\n  www_access  5000 rows",
  ],
])("%s", (marked, text) => {
  expect(tooltip(marked)).toBe(text);
});

const NASDAQ = [
  "table sample_datasets.nasdaq: 8807278 rows",
  "  symbol  string",
  "  open    double",
  "  close   double",
  "  volume  long",
  "  time    long",
].join("\n");

test.each([
  ["select * from nas¦daq", NASDAQ],
  ["select * from ¦nasdaq", NASDAQ],
  ["select * from sample_datasets.nasdaq¦", NASDAQ],
  ["select n¦.close from nasdaq n", NASDAQ],
  [
    "select * from shop.ord¦ers",
    "table shop.orders\n  id      long\n  symbol  string\n  select  string\n  time    long",
  ],
  ["select * from sho¦p.orders", "database shop: 1 table\n  orders"],
  ["select clo¦se from nasdaq", "column close: double\nof table sample_datasets.nasdaq"],
  ["select o.sym¦bol from nasdaq n, shop.orders o", "column symbol: string\nof table shop.orders"],
  ["select max¦(close) from nasdaq", "max(x[, n]) → same as x\nlargest value"],
  ["with a as (select max(open) as top from nasdaq) select to¦p from a", "column top: double\nof a"],
  ["with a as (select open from nasdaq) select * from ¦a", "a of this query\n  open  double"],
  ["with a as (select n.open as top from nasdaq n) select ¦a.top from a", "a of this query\n  top  double"],
  ["with a as (select * from nothing) select * from ¦a", "a of this query"],
  ["select clo¦se from (select close from nasdaq)", "column close: double"],
  ["sel¦ect 1", null],
  ["select 'clo¦se' from nasdaq", null],
  ["select 1 +¦ 2", null],
  ["select nothing¦ from nasdaq", null],
])("%s", (query, text) => {
  expect(sql(query)).toBe(text);
});

test("HTML is escaped", () => {
  const { code, cursor } = withCursor("%%svc_presto shop\nselect regexp_¦like(a, b)");
  expect(inspectMagic(new CellPlan(code), cursor, SAMPLE_CATALOGUE)?.data["text/html"]).toBe(
    "<pre><code>regexp_like(string, pattern) → boolean\nwhether the pattern is found in it</code></pre>",
  );
});

test("ordinary code is left to the kernel", () => {
  expect(tooltip("const a¦ = 1\n%svc_jobs")).toBe("the kernel's");
});

test("a table that is not in the catalogue", () => {
  const { code, cursor } = withCursor("%%svc_presto shop\nselect * from ord¦ers");
  expect(inspectMagic(new CellPlan(code), cursor, EMPTY_CATALOGUE)).toMatchObject({
    isFound: true,
    data: { "text/plain": "table shop.orders" },
  });
});
