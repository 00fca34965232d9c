import { expect, test } from "@jest/globals";
import { valuesOf } from "./values-of.ts";

const place = [{ city: "Oslo", at: [59.9, 10.8] }, null];

test.each<[string, unknown[]]>([
  ["d.place.city", ["Oslo", null]],
  ["d.place.at[1]", [10.8, null]],
  ["d.place.nothing", [undefined, null]],
  ["d['place'].city", ["Oslo", null]],
  ["d['pl' + 'ace'].city", ["Oslo", null]],
  ["d[`place`].city", ["Oslo", null]],
  ["d.name.length", [4, null]],
  ["d.tags.length", [2, 0]],
  ["d.json.k", [[7], null]],
  ["Math.PI", [Math.PI, Math.PI]],
  ["Number.MAX_SAFE_INTEGER", [2 ** 53 - 1, 2 ** 53 - 1]],
  ["Number.NEGATIVE_INFINITY", [-Infinity, -Infinity]],
])("%s", (expression, values) => {
  const columns = { place, name: ["Oslo", null], tags: [["a", "b"], []], json: ['{"k":[7]}', null] };
  expect(valuesOf(columns, expression, { types: { json: "json" } })).toEqual(values);
});

test.each([
  ["d.nothing", 'the table has no column "nothing"; it has n'],
  ["d.n.size", "size"],
])("%s is refused", (expression, said) => {
  expect(() => valuesOf({ n: [1] }, expression)).toThrow(said);
});
