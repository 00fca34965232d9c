import { expect, test } from "@jest/globals";
import { describe, type KnownTables } from "../../src/dialect/describe.ts";
import type { Dialect } from "../../src/dialect/dialect.ts";
import { typeName } from "../../src/dialect/types/type-text.ts";

const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  t: {
    id: "long",
    name: "string",
    price: "decimal(10,2)",
    tags: "array<string>",
    attrs: "map(varchar, bigint)",
    place: "row(lat double, lon double)",
  },
  maps: { shape: "geometry" },
};
const tables: KnownTables = {
  columns: ({ table }) =>
    COLUMNS[table] ? Object.entries(COLUMNS[table]).map(([name, type]) => ({ name, type })) : null,
  tables: () => Object.keys(COLUMNS),
};

/** Formats columns as `name type`. */
function columnsOf(sql: string, dialect: Dialect = "presto"): string[] {
  return describe(sql, dialect, { database: "shop", tables }).map(
    ({ name, type }) => `${name} ${typeName(type, dialect)}`,
  );
}

test("names and types follow from the tables, the functions and the dialect", () => {
  expect(columnsOf("select *, price * 2, place.lat, tags[1] tag from t")).toEqual([
    "id bigint",
    "name varchar",
    "price decimal(10,2)",
    "tags array(varchar)",
    "attrs map(varchar, bigint)",
    "place row(lat double, lon double)",
    "_col6 decimal(20,2)",
    "lat double",
    "tag varchar",
  ]);
  expect(columnsOf("select tags, count(*), sum(id) total from t group by tags", "hive")).toEqual([
    "tags array<string>",
    "_c1 bigint",
    "total bigint",
  ]);
});

test("a statement without a result has no columns, but is checked", () => {
  expect(columnsOf("insert into t (id) select id from t")).toEqual([]);
  expect(() => columnsOf("delete from t where nme = 'b'")).toThrow("cannot be resolved");
  expect(columnsOf("explain select 1")).toEqual(["Query Plan varchar"]);
  expect(columnsOf("show tables")).toEqual(["Table varchar"]);
});

test("an error has its position, and a suggestion", () => {
  expect(() => columnsOf("select id,\n  nme from t")).toThrow(
    expect.objectContaining({ kind: "COLUMN_NOT_FOUND", line: 2, column: 3 }),
  );
  expect(() => columnsOf("select 1 from mps")).toThrow(
    "table 'shop.mps' does not exist; did you mean 'maps'?",
  );
  expect(() => columnsOf("select * from maps")).toThrow("column 'shape' has an unknown type: geometry");
});

test.each([
  [
    "select name, count(*) from t",
    1,
    8,
    "'name' must be an aggregate expression or appear in the GROUP BY clause",
  ],
  ["select id + 1, sum(id)\nfrom t group by id + 2", 1, 11, "'id' must be an aggregate"],
  ["select id\nfrom t group by id having name = 'a'", 2, 27, "'name' must be an aggregate"],
  ["select id from t group by id order by name", 1, 39, "'name' must be an aggregate"],
  ["select rank() over (order by name), id from t group by id", 1, 30, "'name' must be an aggregate"],
  ["select *, count(*) from t group by id", 1, 8, "'name' must be an aggregate"],
  ["select sum(count(*)) from t", 1, 12, "the arguments of sum can't hold aggregates; compute them in a subquery"],
  ["select sum(id) filter (where max(id) > 1) from t", 1, 38, "FILTER of sum can't hold aggregates"],
  ["select array_agg(id order by sum(id)) from t", 1, 30, "ORDER BY in array_agg can't hold aggregates"],
  ["select id from t where sum(id) > 1", 1, 32, "WHERE clause can't hold aggregates or window functions"],
  ["select 1 from t a join t b on count(*) = 1", 1, 40, "JOIN ON clause can't hold aggregates"],
  ["select 1 from t group by count(*)", 1, 26, "GROUP BY can't hold aggregates"],
])("%s: an ungrouped expression is reported before the statement runs", (sql, line, column, message) => {
  expect(() => columnsOf(sql)).toThrow(
    expect.objectContaining({ line, column, message: expect.stringContaining(message) as unknown }),
  );
}); // prettier-ignore

test.each([
  ["select rank() over (order by rank() over (order by id)) from t", 30, "an OVER clause"],
  ["select rank() over (order by 1 + rank() over ()) from t", 32, "an OVER clause"],
  ["select sum(id) over (partition by row_number() over ()) from t", 35, "an OVER clause"],
  ["select sum(id) over (order by id rows rank() over () preceding) from t", 39, "an OVER clause"],
  ["select sum(id) over w from t window w as (order by rank() over ())", 52, "an OVER clause"],
  ["select id from t order by sum(id) over (order by rank() over ())", 50, "an OVER clause"],
  ["select sum(rank() over ()) over () from t", 12, "the arguments of sum"],
  ["select lag(rank() over (order by id)) over (order by id) from t", 12, "the arguments of lag"],
  ["select sum(1 + rank() over ()) from t", 14, "the arguments of sum"],
  ["select array_agg(id order by rank() over ()) from t", 30, "ORDER BY in array_agg"],
  ["select sum(id) filter (where rank() over () > 1) from t", 45, "FILTER of sum"],
  ["select sum(id) filter (where rank() over () > 1) over () from t", 45, "FILTER of sum"],
  ["select name from t group by name having rank() over () > 1", 56, "HAVING"],
])("%s: a window function is refused inside of another function's", (sql, column, where) => {
  expect(() => columnsOf(sql)).toThrow(
    expect.objectContaining({
      kind: "NESTED_WINDOW",
      line: 1,
      column,
      message: expect.stringContaining(`${where} can't hold window functions; compute them in a subquery`) as unknown,
    }),
  );
}); // prettier-ignore

test.each([
  ["select transform(array[1], x -> x + sum(id)) from t", 37, "sum"],
  ["select transform(array[name], x -> x || max(x)) from t group by name", 41, "max"],
  ["select transform(array[1], x -> rank() over ()) from t", 33, "rank"],
  ["select reduce(array[1], 0, (s, x) -> s + x, s -> s + count(*) over ()) from t", 54, "count"],
  ["select transform(array[1], x -> grouping(name)) from t group by rollup (name)", 33, "grouping"],
  ["select transform(array[array[1]], x -> transform(x, y -> y + sum(id))) from t", 62, "sum"],
  ["select reduce_agg(id, 0, (a, b) -> sum(a), (a, b) -> a) from t", 36, "sum"],
])("%s: an aggregate is refused in a lambda", (sql, column, name) => {
  expect(() => columnsOf(sql)).toThrow(
    expect.objectContaining({
      kind: "EXPRESSION_NOT_SCALAR",
      line: 1,
      column,
      message: expect.stringContaining(`a lambda can't hold aggregates, window functions or grouping; compute ${name} in a subquery`) as unknown,
    }),
  );
}); // prettier-ignore

test.each([
  "select name, upper(name) || 'x', sum(id) + 1 from t group by name",
  "select upper(name), 1 from t group by upper(name) having count(*) > 1 order by upper(name) || 'a'",
  "select name, (select max(id) from t u where u.name = t.name) from t group by name",
  "select sum(count(*)) over (), rank() over (order by sum(id)) from t group by name",
  "select name, id, grouping(name, id) from t group by rollup (name, id)",
  "select place.lat, attrs['a'] from t group by place, attrs",
  "select name n, count(*) from t group by 1 order by n",
  "select (select count(*) from t), id from t",
  "select id, sum(id) over (partition by name) from t order by name",
  "select array_agg(id)[1], transform(array_agg(id), x -> x + 1) from t",
  "select name, sum(id) as s from t group by name order by transform(array[1], x -> x + s)",
  "select sum(reduce(array[id], 0, (s, x) -> s + x, s -> s)) from t",
])("%s is a valid grouped query", (sql) => {
  expect(columnsOf(sql).length).toBeGreaterThan(0);
});

test.each([
  ["select transform(tags, x -> (select 1)) from t", 1, 24, "a subquery in a lambda"],
  [
    "select sum(id) over (order by id rows between 1 following and 1 preceding) from t",
    1,
    21,
    "the window frame ends before it starts",
  ],
  [
    "select sum(id) over (order by name range 5 preceding) from t",
    1,
    31,
    "a RANGE frame needs a number or a time to order by, not varchar",
  ],
])("%s: what the engine can't do is reported before the statement runs", (sql, line, column, message) => {
  expect(() => columnsOf(sql)).toThrow(
    expect.objectContaining({ line, column, message: expect.stringContaining(message) as unknown }),
  );
});
