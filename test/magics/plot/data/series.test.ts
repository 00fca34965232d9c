import { describe, expect, test } from "@jest/globals";
import { tableOf } from "../../../core/table/table-of.ts";
import { notes, specOf } from "../spec-of.ts";

test("of many series the largest are coloured, the others grey", () => {
  const names = Array.from({ length: 12 }, (_, at) => `s${at}`);
  const spec = specOf(
    tableOf({ time: names.map(() => new Date(0)), name: names, n: names.map((_, at) => at) }),
  );
  const domain = ["s10", "s11", "s9", "s8", "s7", "s6", "s5"];
  expect(spec.encoding["color"]).toMatchObject({
    condition: { test: { field: "name", oneOf: expect.arrayContaining(domain) } },
  });
  expect(spec.data.values).toHaveLength(12);
  expect(notes(spec)).toEqual(["the 7 largest of 12 series have colours, the others are grey"]);
});

describe("a legend", () => {
  const wide = tableOf({ k: ["x", "y"], q1: [1, 9], q3: [2, 8], med: [3, 7] });

  test.each(["bar", "line"] as const)("has columns in the table's order: %s", (mark) => {
    const { color } = specOf(wide, { mark, x: "k", y: ["q1", "q3", "med"] }).encoding;
    expect(color).toMatchObject({ scale: { domain: ["q1", "q3", "med"] } });
  });

  test.each([
    ["columns", wide],
    ["names", tableOf({ k: ["x", "x", "x", "y"], l: ["b", "c", "a", "a"], n: [9, 1, 5, 1] })],
  ])("has the order of the bars of a group: %s", (_, table) => {
    const options = table === wide ? {} : { color: "l" };
    const { color, xOffset } = specOf(table, { mark: "bar", x: "k", ...options }).encoding;
    expect(xOffset?.sort).toEqual((color?.scale as { domain?: unknown } | undefined)?.domain);
  });
});
