import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "./open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(async (connection) => {
    await connection.run(`CREATE TABLE "svc-data".shop.t AS SELECT * FROM (VALUES (1::BIGINT, 'b', 1.5::DOUBLE), (2, 'a', 2.5)) AS v(id, name, price)`); // prettier-ignore
  });
});
afterAll(() => service.close());

test.each<[string, string[], unknown[][]]>([
  ["select 5 - ?", ["-1"], [[6]]],
  ["select ? * 2", ["1 + 1"], [[4]]],
  ["select ?, typeof(?), ?", ["'it''s'", "1.50", "NULL"], [["it's", "decimal(3,2)", null]]],
  ["select id from t where name = ? and id in (?, ?)", ["'a'", "1", "2"], [[2n]]],
  ["select id from t order by id limit ?", ["1"], [[1n]]],
  ["select id from t where date_trunc(?, date '2024-02-03') = ? order by id", ["'month'", "date '2024-02-01'"], [[1n], [2n]]], // prettier-ignore
  // A constant, where `order by 2` would be the second column.
  ["select id, name from t order by ?, id", ["2"], [[1n, "b"], [2n, "a"]]], // prettier-ignore
  ["select id from t where exists (select ? where ? = id)", ["1", "2"], [[2n]]],
])("%s with %j", async (sql, parameters, rows) => {
  expect((await service.query(sql, "presto", { parameters })).rows).toEqual(rows);
});

test.each<[string, string[], string, string]>([
  ["select\n  id + ? from t", ["'x'"], "TYPE_MISMATCH", "line 2:6: "],
  ["select ?,\n nme from t", ["'a long value'"], "COLUMN_NOT_FOUND", "line 2:2: "],
  ["select 1,\n  ? from t", ["id"], "COLUMN_NOT_FOUND", "line 2:3: "],
  ["select ?", [], "INVALID_PARAMETER_USAGE", "expected 1 but found 0"],
  ["select ?", ["1", "2"], "INVALID_PARAMETER_USAGE", "expected 1 but found 2"],
  ["select id from t limit ?", ["-1"], "SYNTAX_ERROR", "LIMIT must be a whole number"],
  ["select ?", ["?"], "SYNTAX_ERROR", "expected one expression"],
])("%s with %j fails at the parameter's position", async (sql, parameters, kind, message) => {
  await expect(service.query(sql, "presto", { parameters })).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(message) as unknown as string,
  });
});

test("describes the types that a statement expects of its parameters", async () => {
  const sql =
    "select ?, price * ? from t where id = ? and name like ? and id in (?, 1) and upper(?) = name limit ?";
  const input = await service.query(sql, "presto", { describe: "input" });
  expect(input.columns.map(({ name }) => name)).toEqual(["Position", "Type"]);
  expect(input.rows.map(([position, type]) => `${String(position)} ${String(type)}`)).toEqual([
    "0 unknown",
    "1 double",
    "2 bigint",
    "3 varchar",
    "4 bigint",
    "5 varchar",
    "6 bigint",
  ]);
  const output = await service.query(sql, "presto", { describe: "output" });
  expect(output.rows.map(([name, , , , type]) => `${String(name)} ${String(type)}`)).toEqual([
    "_col0 unknown",
    "_col1 double",
  ]);
  const star = await service.query("select *, id as key from t where id = ?", "presto", {
    describe: "output",
  });
  expect(star.rows.map((row) => `${String(row[0])} ${String(row[6])}`)).toEqual([
    "id false",
    "name false",
    "price false",
    "key true",
  ]);
});
