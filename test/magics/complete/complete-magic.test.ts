import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import { describe, expect, test } from "@jest/globals";
import type { CompletionScope } from "../../../src/magics/known-catalogue.ts";
import { completeMagic } from "../../../src/magics/complete/complete-magic.ts";
import type { Completion } from "../../../src/magics/complete/completion.ts";
import { RESULT_OPTIONS } from "../../../src/magics/commands/program/common-options.ts";
import { EMPTY_CATALOGUE, SAMPLE_CATALOGUE, withCursor } from "../helpers/sample-catalogue.ts";

const SCOPE: CompletionScope = { database: null, variables: ["symbol_list", "con"] };

function complete(marked: string, catalogue = SAMPLE_CATALOGUE, scope = SCOPE): Completion | null {
  const { code, cursor } = withCursor(marked);
  return completeMagic(new CellPlan(code), cursor, catalogue, scope);
}

const texts = (found: Completion | null) => found?.items.map(({ text }) => text);
const matches = (marked: string): readonly string[] | undefined => texts(complete(marked));
/** Completes in a query on sample_datasets. */
const sql = (query: string): readonly string[] =>
  matches(`%%svc_presto sample_datasets\n${query}`) ?? ["nothing"];

/** Options of the magics with a result. */
const OPTIONS = RESULT_OPTIONS.flatMap(({ name }) =>
  name === "help" ? ["--local", "--help"] : [`--${name}`],
);

describe("names", () => {
  test.each([
    ["%svc_j¦", ["%svc_jobs", "%svc_job"]],
    ["%%¦", ["%%svc_hive", "%%svc_presto", "%%svc_local"]],
    ["%%svc_p¦ sample", ["%%svc_presto"]],
    ["const a = 1\n  %ls¦", ["%lsmagic"]],
    ["x = %svc_jo¦", ["%svc_jobs", "%svc_job"]],
    [
      "x = %¦",
      [
        "%svc_databases",
        "%svc_tables",
        "%svc_jobs",
        "%svc_use",
        "%svc_job",
        "%svc_profile",
        "%lsmagic",
        "%load_ext",
        "%reload_ext",
      ],
    ],
  ])("%s", (marked, expected) => {
    expect(matches(marked)).toEqual(expected);
  });

  test("with descriptions", () => {
    expect(complete("%svc_ta¦")).toEqual({
      start: 0,
      end: 7,
      items: [
        {
          text: "%svc_tables",
          type: "function",
          signature: "%svc_tables [-h] [table_identifier_pattern]: Lists tables",
        },
      ],
    });
  });

  test.each([
    "const a = b ¦",
    "const a = b %s¦",
    "`\n%svc_t¦`",
    "// %svc¦",
    "const s = '%svc_t¦'",
    "f(\n%svc_t¦)",
    "¦",
  ])("not in ordinary code: %s", (marked) => {
    expect(complete(marked)).toBeNull();
  });
});

describe("lines", () => {
  test("options with their help, except those already used", () => {
    const found = complete("%%svc_presto -q --dropna --¦");
    expect(texts(found)).toEqual(OPTIONS.filter((name) => !["--dropna", "--quiet"].includes(name)));
    expect(found?.items[0]).toMatchObject({
      type: "property",
      signature:
        "--pivot: pivot: first column as index, text and *_id columns as dimensions, means of the rest",
    });
  });

  test.each([
    ["%svc_jobs -¦", ["--mine", "--kill", "--help", "-m", "-k", "-h"]],
    ["%svc_job 1 --out¦", ["--out", "--out-file"]],
    ["%svc_use s¦", ["sample_datasets", "shop"]],
    ["%%svc_hive ¦ -q\nselect 1", ["sample_datasets", "shop", "unseen", ...OPTIONS]],
    ["%%svc_presto -o df sh¦", ["shop"]],
    ["%%svc_presto shop s¦", []],
    ["%%svc_presto shop select symb¦ from orders", ["symbol"]],
    ["%%svc_presto -T Asia/Tok¦", ["Asia/Tokyo"]],
    ["%%svc_presto --timezone=Asia/Tok¦", ["Asia/Tokyo"]],
    ["%%svc_presto -c c¦", ["con"]],
    ["%%svc_presto -o ¦", []],
    ["%svc_tables shop.¦", ["shop.orders"]],
    ["%svc_job {s¦", ["{symbol_list}"]],
    ["%load_ext svc¦", ["svclib.pandas_td.ipython"]],
    ["%svc_tables?¦", []],
    ["%%svc_presto --nothing=a¦", []],
  ])("%s", (marked, expected) => {
    expect(matches(marked)).toEqual(expected);
  });
});

describe("queries", () => {
  test.each([
    ["tables behind FROM", "select * from n¦", ["nasdaq"]],
    ["databases behind FROM", "select * from sam¦", ["sample_datasets"]],
    ["tables of another database", "select * from shop.¦", ["orders"]],
    ["behind a comma in FROM", "select * from nasdaq n, ww¦", ["www_access"]],
    ["behind JOIN", "select * from nasdaq join ww¦", ["www_access"]],
    ["columns before FROM is finished", "select cl¦ from nasdaq", ["close"]],
    ["columns by an alias", "select n.¦ from nasdaq n", ["symbol", "open", "close", "volume", "time"]],
    ["columns by a table's name", "select nasdaq.o¦ from nasdaq", ["open"]],
    ["columns by database and table", "select sample_datasets.nasdaq.o¦ from nasdaq", ["open"]],
    ["columns by an alias with AS", "select x.p¦ from nasdaq n join www_access as x on true", ["path"]],
    [
      "columns of a join's condition",
      "select * from nasdaq n join shop.orders o on n.symbol = o.sy¦",
      ["symbol"],
    ],
    [
      "the time that schemas leave out",
      "select * from nasdaq where time¦",
      ["time", "timezone", "timezone_hour", "timezone_minute", "timestamp"],
    ],
    ["columns in GROUP BY", "select symbol from nasdaq group by sym¦ order by 1", ["symbol"]],
    ["aliases", "select na¦ from nasdaq", ["nasdaq", "nan", "natural"]],
    [
      "columns of a selection of all columns",
      "with x as (select distinct n.*, id from nasdaq n, shop.orders) select x.¦ from x",
      ["symbol", "open", "close", "volume", "time", "id"],
    ],
    ["a selection from an unknown table", "with x as (select * from nothing) select x.¦ from x", []],
    ["words behind LIMIT", "select * from nasdaq limit al¦", ["all", "alter"]],
    ["variables in braces", "select * from nasdaq where symbol in {symb¦}", ["symbol_list"]],
    ["odd names in quotes", "select od¦ from www_access", ['"odd name"']],
    ["inside quotes", 'select "od¦ from www_access', []],
    ["keywords as names in quotes", "select sel¦ from shop.orders", ['"select"', "select"]],
    ["functions", "select regexp_l¦", ["regexp_like"]],
    ["functions with arguments around", "select count(vo¦) from nasdaq", ["volume"]],
    ["keywords in the case that is typed", "select symbol HA¦", ["HAVING"]],
    ["functions in the case that is typed", "select HAM¦", ["HAMMING_DISTANCE"]],
    ["keywords behind a table", "select * from nasdaq wh¦", ["where", "when"]],
    ["keywords at the beginning", "sel¦", ["select"]],
    [
      "the columns of a subquery",
      "select s.¦ from (select symbol, max(close) as top, open o, 1 from nasdaq) s",
      ["symbol", "top", "o"],
    ],
    ["a subquery's star", "select t.vo¦ from (select * from nasdaq) t", ["volume"]],
    ["inside a subquery", "select * from (select vo¦ from nasdaq) t", ["volume"]],
    [
      "outer relations inside a subquery",
      "select * from nasdaq n where exists (select 1 from shop.orders where symbol = n.cl¦)",
      ["close"],
    ],
    [
      "common table expressions as tables",
      "with recent as (select symbol, close c from nasdaq) select * from re¦",
      ["recent"],
    ],
    [
      "their columns",
      "with recent as (select symbol, close c from nasdaq) select ¦ from recent".replace("¦", "recent.¦"),
      ["symbol", "c"],
    ],
    [
      "one in terms of another",
      "with a as (select symbol from nasdaq), b as (select * from a) select b.¦ from b",
      ["symbol"],
    ],
    [
      "inside one, those before it",
      "with a as (select symbol from nasdaq), b as (select a.¦ from a) select 1",
      ["symbol"],
    ],
    ["named columns", "with a(x, y) as (select symbol, 1 from nasdaq) select a.¦ from a", ["x", "y"]],
    ["columns of unnest", "select t.¦ from nasdaq cross join unnest(array[1]) as t(n)", ["n"]],
    ["the second part of a union", "select open from nasdaq union all select pat¦ from www_access", ["path"]],
    ["the first part of a union", "select ope¦ from nasdaq union all select path from www_access", ["open"]],
    ["nothing in texts", "select 'sy¦ from nasdaq", []],
    ["nothing in comments", "select 1 -- sy¦\nfrom nasdaq", []],
    ["nothing in numbers", "select 12¦", []],
    ["variables", "select * from nasdaq where symbol in {sym¦", ["symbol_list"]],
    ["letter case does not count", "SELECT N.CL¦ FROM NASDAQ AS n", ["close"]],
  ])("%s: %s", (_, query, expected) => {
    expect(sql(query)).toEqual(expected);
  });

  test("columns come first, then functions, then keywords", () => {
    const found = sql("select ¦ from nasdaq where 1 = 1");
    expect(found.slice(0, 6)).toEqual(["symbol", "open", "close", "volume", "time", "nasdaq"]);
    expect(found).toContain("date_trunc");
    expect(found.indexOf("date_trunc")).toBeLessThan(found.indexOf("distinct"));
  });

  test("a column has its type and its table", () => {
    expect(complete("%%svc_presto shop\nselect vol¦ from sample_datasets.nasdaq n")).toEqual({
      start: 25,
      end: 28,
      items: [{ text: "volume", type: "field", signature: "long · n" }],
    });
  });

  test("Hive has its own quotes, functions and LATERAL VIEW", () => {
    const hive = (query: string): unknown => matches(`%%svc_hive sample_datasets\n${query}`);
    expect(hive("select `od¦ from www_access")).toEqual([]);
    expect(hive("select od¦ from www_access")).toEqual(["`odd name`"]);
    expect(hive('select "¦')).toEqual([]);
    expect(hive("select collect_s¦")).toEqual(["collect_set"]);
    expect(hive("select t.¦ from www_access lateral view explode(split(path, '/')) t as part, n")).toEqual([
      "part",
      "n",
    ]);
  });

  test("the current database is used if none is named", () => {
    const { code, cursor } = withCursor("%%svc_presto -q\nselect * from o¦");
    expect(texts(completeMagic(new CellPlan(code), cursor, SAMPLE_CATALOGUE, { database: "shop" }))).toEqual([
      "orders",
    ]);
  });
});

test("without catalogue data, completion offers what it can", () => {
  const without = (marked: string) => texts(complete(marked, EMPTY_CATALOGUE));
  expect(without("%%svc_presto sample_datasets\nselect cou¦ from nasdaq")).toEqual(["count", "count_if"]);
  expect(without("%svc_use s¦")).toEqual([]);
  expect(matches("%%svc_presto shop\nselect * from unseen.¦")).toEqual([]);
});

test.each([
  // The rest of a word that a candidate has too is replaced.
  ["%%svc_presto sample_datasets\nselect sy¦mbol from nasdaq", "mbol"],
  ["%%svc_presto sample_datasets\nselect SY¦MBOL-1 from nasdaq", "MBOL"],
  ["%%svc_hive sample_datasets\nselect `od¦d name` from www_access", "d name`"],
  ["%svc_j¦ob 12", "ob"],
  ["%%svc_presto --ti¦mezone UTC\nselect 1", "mezone"],
  ["%%svc_presto -T Asia/To¦kyo\nselect 1", "kyo"],
  // Other words may be meant to stay.
  ["%%svc_presto sample_datasets\nselect sy¦open from nasdaq", ""],
  ["%%svc_presto sample_datasets\nselect ¦symbol from nasdaq", ""],
  ["%%svc_presto sample_datasets\nselect sy¦, open from nasdaq", ""],
  ["%%svc_presto sample_datasets\nselect sy¦", ""],
])("%s replaces %j behind the cursor", (marked, rest) => {
  const { code, cursor } = withCursor(marked);
  expect(code.slice(cursor, complete(marked)?.end)).toBe(rest);
});

test("completion succeeds for any text and cursor", () => {
  const cell =
    "%%svc_presto sample_datasets\nwith a as (select n.symbol, (select max(o.id) from shop.orders o) m from nasdaq n, unnest(x) t(y)) select * from a join b using (c) -- d\n union select 'e' from \"f\"";
  for (let end = 0; end <= cell.length; end += 1) {
    for (const cursor of [end, Math.floor(end / 2)]) {
      expect(() =>
        completeMagic(new CellPlan(cell.slice(0, end)), cursor, SAMPLE_CATALOGUE, SCOPE),
      ).not.toThrow();
    }
  }
});
