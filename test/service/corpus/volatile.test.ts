import { expect, test } from "@jest/globals";
import { partOf, someOf } from "../../jest/short-form.ts";
import { translateQuery } from "../../dialect/translate-query.ts";
import { expressionsOfCorpus, variants } from "./corpus-calls.ts";

/** Whether the SQL calls random() more than once, or a macro, which may repeat its arguments, gets such a call. */
function repeats(sql: string): boolean {
  if (sql.split("random()").length > 2) return true;
  return [...sql.matchAll(/"svc-lib"\.main\.\w+\(/g)].some(({ index, 0: name }) => {
    let end = index + name.length;
    for (let depth = 1; depth > 0; end++) depth += sql[end] === "(" ? 1 : sql[end] === ")" ? -1 : 0;
    return sql.slice(index, end).includes("random()");
  });
}

/** EXTRACT translates its argument twice and uses one; the others are Hive's, of no use with random numbers. */
const LEFT_OUT = /^(?:extract|conv|map|categorical_features|quantitative_features|from_json|concat_ws)\(/;

test.each([
  ["presto", "random()"],
  ["hive", "rand()"],
] as const)("in %s, an argument made of %s is evaluated once", async (dialect, random) => {
  const faults: string[] = [];
  let tried = 0;
  const expressions = someOf(expressionsOfCorpus(dialect), 9).filter((one) => !LEFT_OUT.test(one));
  for (const one of expressions.flatMap((expression) =>
    variants(expression, (arg) => `if(${random} < 2e0, ${arg}, ${arg})`),
  )) {
    if (one === null) continue;
    const sql = await translateQuery(`select x from (select ${one} as x) t`, dialect).then(
      (query) => query.sql,
      () => null,
    );
    if (sql === null) continue;
    tried++;
    if (repeats(sql)) faults.push(`${one}\n    ${sql}`);
    const within = await translateQuery(
      `select x from (select case ${one} when null then 1 when null then 2 end as x) t`,
      dialect,
    ).then(
      (query) => query.sql,
      () => "",
    );
    if (repeats(within)) faults.push(`within: ${one}\n    ${within}`);
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(partOf(250, 9) - 10);
});
