import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { chartPage } from "../../../src/magics/vega/chart-page.ts";
import type { VegaLiteSpec } from "../../../src/magics/vega/vega-lite-spec.ts";

const spec: VegaLiteSpec = {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  data: { values: [{ a: "</script><b>", b: "\u2028" }] },
  mark: "bar",
  encoding: { x: { field: "a" } },
};

test.each<[unknown, string]>([
  ["Prices <2024>", "Prices &lt;2024&gt;"],
  [{ text: "Prices" }, "Prices"],
  [{ text: ["Prices", "by day"] }, "Prices by day"],
  [["Prices", "by day"], "Prices by day"],
  [{ subtitle: "x" }, "Chart"],
  [undefined, "Chart"],
])("the title %j is %s", async (title, text) => {
  const page = await chartPage({ ...spec, ...(title === undefined ? {} : { title }) });
  expect(/<title>(.*?)<\/title>/.exec(page)?.[1]).toBe(text);
});

test("the page holds Vega and the specification, whose texts end no script", async () => {
  const page = await chartPage(spec);
  expect(page).not.toMatch(/<script[^>]+src=/);
  expect(page).not.toContain("</script><b>");
  const [, json = ""] = /vegaLite\.compile\((.*)\)\.spec;/.exec(page) ?? [];
  expect(JSON.stringify(runInNewContext(`(${json})`))).toBe(JSON.stringify(spec));
});
