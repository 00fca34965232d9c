import { expect, test } from "@jest/globals";
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

test("an argument that differs at each evaluation is evaluated once by every function and operator", async () => {
  const faults: string[] = [];
  let tried = 0;
  // EXTRACT translates its argument a second time; what the engine gets for the first is not used.
  const expressions = expressionsOfCorpus().filter((one) => !one.startsWith("extract("));
  for (const one of expressions.flatMap((expression) =>
    variants(expression, (arg) => `if(random() < 2e0, ${arg})`),
  )) {
    if (one === null) continue;
    const sql = await translateQuery(`select x from (select ${one} as x)`).then(
      (query) => query.sql,
      () => null,
    );
    if (sql === null) continue;
    tried++;
    if (repeats(sql)) faults.push(`${one}\n    ${sql}`);
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(700);
});
