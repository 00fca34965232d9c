import { expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { JUPYTER_DISPLAY } from "../../../src/magics/display/displayable.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";

test("a table of any copy of Arquero is HTML and text", () => {
  const bundle = mimeBundle(arqueroTable({ a: [1] })) as Record<string, string>;
  expect(Object.keys(bundle)).toEqual(["text/html", "text/plain"]);
  expect(bundle["text/html"]).toContain("<table");
  expect(bundle["text/plain"]).toContain("1 row × 1 column");
});

test("a Vega-Lite specification of any version is a chart", () => {
  const spec = { $schema: "https://vega.github.io/schema/vega-lite/v4.json" };
  expect(mimeBundle(spec)).toEqual({
    "application/vnd.vegalite.v5+json": spec,
    "text/plain": "a Vega-Lite chart",
  });
});

test("a value's own bundle is taken as it is", () => {
  const bundle = { "text/plain": "own" };
  expect(mimeBundle({ [JUPYTER_DISPLAY]: () => bundle })).toBe(bundle);
  expect(mimeBundle({ [JUPYTER_DISPLAY]: () => "text" })).toBeNull();
});

test.each([
  null,
  undefined,
  5,
  "text",
  [1],
  {},
  { $schema: "https://vega.github.io/schema/vega/v5.json" },
  { $schema: 5 },
])("%p is left to the kernel", (value) => {
  expect(mimeBundle(value)).toBeNull();
});
