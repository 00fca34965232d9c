import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "../../../engine/open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(() => Promise.resolve(), { planMs: 1000 });
});
afterAll(() => service.close());

const A = "rpad('', 2000, 'a')";

/** Patterns that try the lengths of each % with each of the others, as the engine's own LIKE does. */
test.each([
  ["presto", `${A} like '%a_%a_%a_%a_%a_%b'`, false],
  ["presto", `${A} not like '%a_%a_%a_%a_%a_%b'`, true],
  ["presto", `${A} like '%a_%a%%a_%a_%a_%'`, true],
  ["presto", `${A} || '%' like '%a%a%a%a%a%a!%' escape '!'`, true],
  ["presto", `${A} like '%a%a%a%a%a%a!%' escape '!'`, false],
  ["presto", `${A} || '_[x]^' like '%a%a%a%a%a%a!_[%]^' escape '!'`, true],
  ["presto", `${A} like pattern`, false],
  ["presto", `s like pattern`, false],
  ["presto", `s || 'b' like pattern`, true],
  ["presto", `s like '%a_%' || pattern`, false],
  ["hive", `${A} like '%a_%a_%a_%a_%a_%b'`, false],
  ["hive", `s like pattern`, false],
] as const)("%s: %s takes no longer than its text", async (dialect, condition, answer) => {
  const from = "from (select 'aaaaaaaaaa' as s0, '%a%a%a%a%a%a%a%b' as pattern) t";
  const sql = `select ${condition.replace(/\bs\b/, "rpad(s0, 2000, 'a')")} ${from}`;
  expect((await service.query(sql, dialect)).rows).toEqual([[answer]]);
});

/** Nothing stops the engine while it matches one text. */
test.each([
  ["a pattern that is written", `'${"%x_".repeat(5000)}'`],
  ["a pattern of the row", "rpad(p, 15000, '%x_')"],
  ["a pattern with an escape", "rpad(p, 15000, '%x_') escape '!'"],
])("%s is too long for a long text, and not for a short one", async (_, pattern) => {
  const like = (length: number): string =>
    `select rpad(s, ${length}, 'xa') like ${pattern} from (values ('x', '%')) t(s, p)`;
  expect((await service.query(like(9000))).rows).toEqual([[false]]);
  await expect(service.query(like(15000))).rejects.toMatchObject({
    kind: "EXCEEDED_LIMIT",
    message: "a text of 15000 bytes is too long for a pattern with so many wildcards: at most 10000",
  });
});

/** Of each pattern, what it matches of the texts. */
test.each([
  ["a%b%c", ["abc", "a\nb\nc", "axbxc", "a%b%c"]],
  ["%a_c%d%", ["abcd", "xa日cxdx", "a.c*d", "a\nc\nd", "aXc*d"]],
  ["%_%_%", ["abc", "日本", "a\nb\nc", "abcd", "xa日cxdx", "axbxc", "a.c*d", "a\nc\nd", "a%b%c", "aXc*d"]],
  ["a.c%*%", ["a.c*d"]],
  ["", [""]],
  ["%", ["", "a", "abc", "日本", "a\nb\nc", "abcd", "xa日cxdx", "axbxc", "a.c*d", "a\nc\nd", "a%b%c", "aXc*d"]],
  ["%%%", ["", "a", "abc", "日本", "a\nb\nc", "abcd", "xa日cxdx", "axbxc", "a.c*d", "a\nc\nd", "a%b%c", "aXc*d"]],
  ["__", ["日本"]],
  ["_", ["a"]],
])("the pattern %j matches the same as a literal and as a column", async (pattern, matched) => {
  const texts = ["", "a", "abc", "日本", "a\nb\nc", "abcd", "xa日cxdx", "axbxc", "a.c*d", "a\nc\nd", "a%b%c", "aXc*d"];
  const values = texts.map((text) => `('${text}', '${pattern}')`).join(", ");
  const { rows } = await service.query(
    `select s from (values ${values}) t(s, p) where s like '${pattern}' and s like p and not s not like p and s like '${pattern}' escape '#'`,
  );
  expect(rows.flat().sort()).toEqual([...matched].sort());
}); // prettier-ignore

test("null is neither like nor unlike", async () => {
  const { rows } = await service.query(
    "select s like p, s not like p, s like null, null like p from (values ('a', null), (null, '%a%b'), (null, null)) t(s, p)",
  );
  expect(rows).toEqual([
    [null, null, null, null],
    [null, null, null, null],
    [null, null, null, null],
  ]);
});
