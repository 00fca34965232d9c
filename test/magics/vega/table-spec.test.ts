import { expect, test } from "@jest/globals";
import { plot } from "../../../src/magics/plot/plot.ts";
import { tableOf } from "../../core/table/table-of.ts";

const table = tableOf({ k: ["a", "b", "a", "b"], year: [2000, 2000, 2001, 2001], n: [1, 2, 3, 4] });

test("an unknown field of a specification is refused, unless the specification computes it", () => {
  const table = tableOf({ price: [1, 2] });
  const encoding = { x: { field: "prcie", type: "quantitative" } };
  expect(() => plot(table, { mark: "tick", encoding })).toThrow(
    "field: the table has no column 'prcie'; did you mean 'price'?",
  );
  const transform = [{ calculate: "datum.price * 2", as: "prcie" }];
  expect(plot(table, { mark: "tick", encoding, transform }).spec).toMatchObject({ encoding });
});

test("a specification over the table's columns", () => {
  const spec = { mark: "tick", encoding: { x: { field: "n", type: "quantitative" } } };
  const chart = plot(table, spec);
  expect(chart.spec).toEqual({ ...spec, data: { values: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] } });
});

test("a specification gets dates as unix ms and BigInts as numbers; its own data stay", () => {
  const table = tableOf({ when: [new Date(5), null], big: [7n, 2n] });
  const encoding = { x: { field: "when", type: "temporal" }, y: { field: "big", type: "quantitative" } };
  const { spec } = plot(table, { mark: "point", encoding });
  expect(spec["data"]).toEqual({
    values: [
      { when: 5, big: 7 },
      { when: null, big: 2 },
    ],
  });
  const data = { values: [{ when: 1, big: 2 }] };
  expect(plot(table, { mark: "point", encoding, data }).spec["data"]).toEqual(data);
});

test("a specification over too many rows is refused", () => {
  const spec = { mark: "tick", encoding: { x: { field: "n", type: "quantitative" } } };
  expect(() => plot(tableOf({ n: new Float64Array(20_001) }), spec)).toThrow(
    "a specification over 20001 rows would be too large (at most 20000): aggregate, filter or sample the table first",
  );
});

test("a specification that Vega-Lite can't draw", async () => {
  const table = tableOf({ n: [1] });
  const encoding = { x: { field: "n" } };
  expect(() => plot(table, { mark: "barr", encoding })).toThrow(
    "Vega-Lite has no mark 'barr'; did you mean 'bar'?",
  );
  expect(() => plot(table, { layer: [{ mark: { type: "dot" }, encoding }] })).toThrow(
    "Vega-Lite has no mark 'dot'; it is one of arc, area, bar",
  );
  await expect(
    plot(table, { mark: "bar", encoding, transform: [{ filter: "datum.n >" }] }).svg,
  ).rejects.toThrow("Vega-Lite can't draw this specification: ");
});
