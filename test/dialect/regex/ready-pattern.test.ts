import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "../../engine/open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner(() => Promise.resolve());
});
afterAll(() => service.close());

/** Nothing stops the engine while it matches one text. */
test.each([
  ["regexp_like(s, $)", [[true]]],
  ["length(regexp_extract(s, $))", [[2000n]]],
  ["cardinality(regexp_split(s, $))", [[2n]]],
  ["length(regexp_replace(s, $, ''))", [[0n]]],
])("in %s a pattern of many wildcards matches short texts only", async (call, rows) => {
  const text = (length: number): string =>
    `select ${call.replace("$", () => `'${"a.*".repeat(1000)}'`)} from (select rpad(s, ${length}, 'ab') s from (values 'a') t(s))`;
  expect((await service.query(text(2000))).rows).toEqual(rows);
  await expect(service.query(text(60000))).rejects.toMatchObject({
    kind: "EXCEEDED_LIMIT",
    message: "a text of 60000 bytes is too long for a pattern with so many wildcards: at most 50000",
  });
});

test("many words in a pattern match a text of any length", async () => {
  const words = Array.from({ length: 5000 }, (_, i) => `word ${i}`).join("|");
  const { rows } = await service.query(
    `select regexp_like(rpad(s, 1000000, 'ab'), '${words}') from (values 'word', 'word 4999 ') t(s)`,
  );
  expect(rows).toEqual([[false], [true]]);
});
