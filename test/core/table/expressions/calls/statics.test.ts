import { expect, test } from "@jest/globals";
import { valuesOf } from "../values-of.ts";

test.each<[string, unknown[]]>([
  ["Math.hypot(d.n, 4)", [5, null]],
  ["Math.max(d.n, 1)", [3, null]],
  ["Number(d.digits)", [12, null]],
  ["parseInt(d.digits, 16)", [18, null]],
  ["String(d.n)", ["3", null]],
  ["BigInt(d.n)", [3n, null]],
  ["Boolean(d.n)", [true, false]],
  ["Array.isArray(d.n)", [false, false]],
  ["Array.of(d.n, 1)", [[3, 1], [null, 1]]],
  ["JSON.parse(d.json).a", [1, null]],
  ["JSON.stringify(d.n)", ["3", "null"]],
  ["Object.keys(JSON.parse(d.json))", [["a"], null]],
  ["Date.UTC(2024, 0, 1)", [1_704_067_200_000, 1_704_067_200_000]],
  ["Date.parse(d.day)", [1_704_067_200_000, null]],
  ["Number.isInteger(d.n)", [true, false]],
  ["encodeURIComponent(d.text)", ["a%20b", null]],
])("%s", (expression, values) => {
  const columns = { n: [3, null], digits: ["12", null], json: ['{"a":1}', null], day: ["2024-01-01", null], text: ["a b", null] };
  expect(valuesOf(columns, expression)).toEqual(values);
}); // prettier-ignore

test("a function that is not among them is refused", () => {
  expect(() => valuesOf({ n: [1] }, "Math.twice(d.n)")).toThrow(
    "expressions have no Math.twice; use a function of op, or any code inside escape(d => ...)",
  );
});
