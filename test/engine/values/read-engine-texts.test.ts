import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { TestRunner } from "../open-runner.ts";
import { openRunner } from "../open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner();
});
afterAll(() => service.close());

const texts = async (sql: string): Promise<unknown[]> =>
  (await service.query(sql)).rows.map(([value]) => value);

test("short, long, empty and null texts, in any order", async () => {
  const sql = `select case i % 7 when 0 then null when 1 then '' when 2 then 'exactly 12 b' when 3 then 'thirteen byte' when 4 then 'é→😀'
    when 5 then 'row ' || cast(i as varchar) || ' é→😀 of many' else cast(i as varchar) end
    from unnest(sequence(0, 9999)) t(i) order by i`;
  const expected = Array.from({ length: 10_000 }, (_, i) =>
    [null, "", "exactly 12 b", "thirteen byte", "é→😀", `row ${i} é→😀 of many`, String(i)].at(i % 7),
  );
  expect(await texts(sql)).toEqual(expected);
});

test("repeated long texts, in the order of another column", async () => {
  const words = ["the first of the words", "the second of them all", "the third and last one"];
  const sql = `select w from (select element_at(array['${words.join("','")}'], cast(i % 3 as integer) + 1) as w, i from unnest(sequence(0, 4999)) t(i)) order by i desc`;
  expect(await texts(sql)).toEqual(Array.from({ length: 5000 }, (_, i) => words[(4999 - i) % 3]));
});

test("a byte order mark at the start of a text is kept", async () => {
  expect(await texts("select '\uFEFFa' union all select '\uFEFFlonger than twelve'")).toEqual([
    "\uFEFFa",
    "\uFEFFlonger than twelve",
  ]);
});
