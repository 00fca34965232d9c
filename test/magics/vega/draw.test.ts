import { expect, test } from "@jest/globals";
import { draw } from "../../../src/magics/vega/draw.ts";
import type { VegaLiteSpec } from "../../../src/magics/vega/vega-lite-spec.ts";

const values = [{ mark: "any text of the data" }];

test("a specification is drawn as it is, wherever its marks are", () => {
  const spec = {
    data: { values },
    layer: [{ mark: "line" }, { mark: { type: "point" } }],
  } as unknown as VegaLiteSpec;
  expect(draw(spec, "a chart").spec).toBe(spec);
});

test.each([{ mark: "lines" }, { layer: [{ mark: { type: "lines" } }] }])(
  "%j has no mark of Vega-Lite",
  (spec) => {
    expect(() => draw(spec as unknown as VegaLiteSpec, "")).toThrow("Vega-Lite has no mark");
    expect(() => draw(spec as unknown as VegaLiteSpec, "")).toThrow("line");
  },
);
