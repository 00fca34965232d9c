import { describe, expect, test } from "@jest/globals";
import { findForms, functionNames } from "../../../src/dialect/functions/find-function.ts";
import { refusalOf } from "../../../src/dialect/functions/refused.ts";
import { translateQuery } from "../translate-query.ts";

describe.each(["presto", "hive"] as const)("the functions of %s", (dialect) => {
  test("are found by name, in any case", () => {
    expect(findForms("LENGTH", dialect)).not.toBeNull();
    expect(findForms("no_such", dialect)).toBeNull();
  });

  test("are not refused if supported", () => {
    expect(functionNames(dialect).filter((name) => refusalOf(name, dialect) !== null)).toEqual([]);
  });
});

test("an overload is chosen by the argument types", async () => {
  expect((await translateQuery("select abs(price), abs(id) from t")).sql).toBe(
    'SELECT abs(t1."price"), abs(t1."id") FROM "svc-data"."shop"."t" AS t1',
  );
  await expect(translateQuery("select abs(name) from t")).rejects.toMatchObject({
    kind: "FUNCTION_NOT_FOUND",
    message: expect.stringContaining("unexpected parameters (varchar) for function abs") as unknown as string,
  });
});

test("what a function takes is said with the dialect's names of types", async () => {
  await expect(translateQuery("select substr(name) from t", "hive")).rejects.toMatchObject({
    message:
      "line 1:8: unexpected parameters (string) for function substr; expected: substr(string, bigint), substr(string, bigint, bigint)",
  });
  await expect(translateQuery("select max_by(substr(name), 1) from t")).rejects.toMatchObject({
    message: expect.stringContaining("expected: substr(varchar, bigint), ") as unknown as string,
  });
  await expect(translateQuery("select date_diff('day', id, 1) from t")).rejects.toMatchObject({
    message: expect.stringContaining(
      "date_diff(varchar, timestamp with time zone, timestamp with time zone)",
    ) as unknown as string,
  });
  await expect(translateQuery("select reduce(id) from t")).rejects.toMatchObject({
    message: expect.stringContaining(
      "reduce(array(any), any, (any, any) -> any, (any) -> any)",
    ) as unknown as string,
  });
  await expect(translateQuery("select size(id) from t", "hive")).rejects.toMatchObject({
    message: expect.stringContaining("expected: size(array<any>), size(map<any, any>)") as unknown as string,
  });
});

test.each<[string, "presto" | "hive", string]>([
  ["select constructor(id) from t", "presto", "constructor"],
  ["select constructor(id) from t", "hive", "constructor"],
  ["select cast(id as constructor) from t", "presto", "unknown type: constructor"],
  ["select extract(constructor from now()) from t", "presto", "constructor"],
])("names of Object.prototype's members are not functions: %s in %s", async (sql, dialect, said) => {
  await expect(translateQuery(sql, dialect)).rejects.toMatchObject({
    name: "SqlError",
    message: expect.stringContaining(said) as unknown as string,
  });
});

test.each<[string, "presto" | "hive", string]>([
  ["select tdigest_agg(price) from t", "presto", "the function tdigest_agg"],
  [
    "select td_ip_to_city_name(name) from t",
    "hive",
    "the function td_ip_to_city_name: the local service has no table of IP addresses and places",
  ],
  [
    "select train_arow(price, id) from t",
    "hive",
    "the function train_arow: Hivemall's models are trained and used on the hosted service only",
  ],
  [
    "select tokenize_ja(name) from t",
    "hive",
    "the function tokenize_ja: the local service has no dictionary of the language",
  ],
])(
  "an unsupported function is refused by name before the statement runs: %s in %s",
  async (sql, dialect, said) => {
    await expect(translateQuery(sql, dialect)).rejects.toMatchObject({
      kind: "NOT_SUPPORTED",
      message: `line 1:8: unsupported in the local service: ${said}`,
    });
  },
);
