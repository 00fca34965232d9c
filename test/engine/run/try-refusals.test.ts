import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "../open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner();
});
afterAll(() => service.close());

test.each([
  ["presto", String.raw`select try(regexp_like('xA', '(?>(?i)a)'))`, "NOT_SUPPORTED", "flags inside of a pattern"],
  ["presto", "select try(regexp_replace('a b', '(?x)a b', '-'))", "NOT_SUPPORTED", "the flag x is not supported"],
  ["presto", String.raw`select try(regexp_like('a', '\G.'))`, "NOT_SUPPORTED", String.raw`the escape \G is not supported`],
  ["presto", "select try(regexp_extract(s, p)) from (values ('xA', '(?>(?i)a)')) t(s, p)", "NOT_SUPPORTED", "flags inside"],
  ["presto", "select try(cast(regexp_replace(s, p, '1') as bigint)) from (values ('a', '(?x)a')) t(s, p)", "NOT_SUPPORTED", "the flag x"],
  ["presto", "select try_cast(regexp_extract(s, p) as bigint) from (values ('a', '(?x)a')) t(s, p)", "NOT_SUPPORTED", "the flag x"],
  ["presto", "select coalesce(try(regexp_like(s, p)), true) from (values ('a', '(?x)a')) t(s, p)", "NOT_SUPPORTED", "the flag x"],
  ["presto", "select try(rpad('', 2000000, 'x'))", "EXCEEDED_LIMIT", "more than 1000000 characters"],
  ["presto", "select try(lpad('', n, 'x')) from (values 1, 2000000) t(n)", "EXCEEDED_LIMIT", "more than 1000000 characters"],
  ["presto", "select try(length(repeat_text)) from (select replace(rpad('x', 1000000, 'x'), 'x', rpad('y', 1000, 'y')) as repeat_text) t", "EXCEEDED_LIMIT", "grows by more than 16 MB"],
  ["presto", "select try(cardinality(regexp_extract_all(rpad('', 200000, 'a'), '(?=a)a')))", "EXCEEDED_LIMIT", "more than 100000 matches"],
  ["presto", "select count(try(regexp_like(s, '(?=a)(a+)+$'))) from (values lpad('b', 60, 'a'), 'a') t(s)", "EXCEEDED_LIMIT", "took longer than"],
  ["presto", "create table tried as select try(cardinality(regexp_extract_all(rpad('', 200000, 'a'), '(?=a)a'))) as n", "EXCEEDED_LIMIT", "more than 100000 matches"],
  ["hive", String.raw`select cast(regexp_extract(s, p, 0) as int) from (select 'a' as s, '(?x)a' as p) t`, "NOT_SUPPORTED", "the flag x"],
] as const)("%s: %s is no null", async (dialect, sql, kind, message) => {
  await expect(service.query(sql, dialect)).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(message),
  });
}); // prettier-ignore

test("errors of values are null, also beside a limit of another statement", async () => {
  const { rows } = await service.query(
    String.raw`select try(regexp_like('a', '(')), try(regexp_like(s, p)), try(rpad('a', -1, 'x')), try(regexp_extract('a', '(?=a)a', 7)), try(cardinality(regexp_extract_all(s, '(?=a)a')))
    from (values ('a', '(')) t(s, p)`,
  );
  expect(rows).toEqual([[null, null, null, null, 1n]]);
});
