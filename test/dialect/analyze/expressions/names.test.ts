import { expect, test } from "@jest/globals";
import { translateQuery } from "../../translate-query.ts";

test("a column keeps its name, any other expression is named by its position", async () => {
  expect((await translateQuery("select id, id + 1, t.name, upper(name) from t")).names).toEqual([
    "id",
    "_col1",
    "name",
    "_col3",
  ]);
  expect((await translateQuery("select id, id + 1 from t", "hive")).names).toEqual(["id", "_c1"]);
});

test.each([
  ["select nme from t", "COLUMN_NOT_FOUND", 1, 8, "did you mean 'name'"],
  ["select id\nfrom tt", "TABLE_NOT_FOUND", 2, 6, "did you mean 't'"],
  ["select id,\n  uper(name) from t", "FUNCTION_NOT_FOUND", 2, 3, "did you mean 'upper'"],
  ["select a.id from t", "COLUMN_NOT_FOUND", 1, 8, "a.id' cannot be resolved; did you mean 't.id'?"],
  ["select id.nme from (select id, name from t) id", "COLUMN_NOT_FOUND", 1, 8, "did you mean 'name'?"],
  [
    "select id.nme from (select id, name from t) id, (select id from t) u",
    "COLUMN_NOT_FOUND",
    1,
    8,
    "did you mean 'name'?",
  ],
  ["select 1 from t where exists (select idd)", "COLUMN_NOT_FOUND", 1, 38, "did you mean 'id'?"],
  ["select now from t", "COLUMN_NOT_FOUND", 1, 8, "a function of the name is called as now()"],
  ["select price(1) from t", "FUNCTION_NOT_FOUND", 1, 8, "'price' is a column"],
  [
    "select t.id from t join t u using (id)",
    "COLUMN_NOT_FOUND",
    1,
    8,
    "t.id' cannot be resolved; did you mean 'id'?",
  ],
  [
    "select id as order from t",
    "SYNTAX_ERROR",
    1,
    14,
    "expected a name that is no reserved word, found 'order'",
  ],
  ["select cast(name as varchar(max)) from t", "TYPE_MISMATCH", 1, 21, "unknown type: varchar(max)"],
  ["select unnest(array[1])", "NOT_SUPPORTED", 1, 8, "it must be in FROM: CROSS JOIN UNNEST(…) AS t (…)"],
])("%s reports the position and the nearest name", async (sql, kind, line, column, hint) => {
  await expect(translateQuery(sql)).rejects.toMatchObject({
    kind,
    line,
    column,
    message: expect.stringContaining(hint) as unknown as string,
  });
});
