import { expect, test } from "@jest/globals";
import { jsonSpec } from "../../../src/magics/vega/vega-lite-spec.ts";

test("a specification of the user becomes plain JSON", () => {
  const values = [{ n: 2n ** 53n, at: new Date("2024-05-06"), x: NaN, f: () => 1 }];
  expect(jsonSpec({ data: { values } })).toEqual({
    data: { values: [{ n: 9007199254740992, at: "2024-05-06T00:00:00.000Z", x: null }] },
  });
});

test("one that contains itself is refused", () => {
  const spec: Record<string, unknown> = {};
  spec["layer"] = [spec];
  expect(() => jsonSpec(spec)).toThrow(
    "this specification can't be written as JSON: Converting circular structure to JSON",
  );
});
