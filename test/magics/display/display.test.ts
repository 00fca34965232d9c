import { expect, test } from "@jest/globals";
import { table } from "arquero";
import { display } from "../../../src/magics/display/display.ts";
import { plot } from "../../../src/magics/plot/plot.ts";
import { tableOf } from "../../core/table/table-of.ts";
import { recordingHost } from "../helpers/recording-host.ts";

const spec = {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json",
  data: { values: [{ a: 1, b: 2 }] },
  mark: "bar",
  encoding: { x: { field: "a", type: "ordinal" }, y: { field: "b", type: "quantitative" } },
};

test("a specification is shown at once, and gets its picture before the cell ends", async () => {
  const host = recordingHost();
  display(spec);
  expect(host.shown.map((bundle) => Object.keys(bundle))).toEqual([
    ["application/vnd.vegalite.v5+json", "text/plain"],
  ]);
  await host.end();
  expect(host.shown.map((bundle) => Object.keys(bundle)).slice(1)).toEqual([
    ["application/vnd.vegalite.v5+json", "image/png", "text/plain"],
  ]);
  expect(host.shown[1]?.["application/vnd.vegalite.v5+json"]).toEqual(spec);
});

test("a specification without $schema is one, other objects are text", async () => {
  const host = recordingHost();
  const { $schema, ...bare } = spec;
  display(bare);
  display({ data: [1], mark: 5 }.data);
  await host.end();
  expect(host.shown[0]?.["application/vnd.vegalite.v5+json"]).toEqual(spec);
  expect(host.shown[1]).toEqual({ "text/plain": "[ 1 ]" });
  expect($schema).toContain("vega-lite");
});

test("a table with 64-bit integers is a table: its methods `data` and `concat` are no specification", async () => {
  const host = recordingHost();
  display(table({ n: [1n, 2n] }));
  await host.end();
  expect(host.shown).toHaveLength(1);
  expect(host.shown[0]?.["application/vnd.vegalite.v5+json"]).toBeUndefined();
});

test("a chart that can't be drawn gives the reason", async () => {
  const host = recordingHost();
  display({ ...spec, mark: "no such mark" });
  await host.end();
  expect(host.shown).toHaveLength(1);
  expect(host.printed.join("")).toMatch(/^stderr: WARNING: this chart has no static picture: ./);
});

test("the data of another place is the viewer's to load", async () => {
  const host = recordingHost();
  display({ ...spec, data: { url: "http://127.0.0.1:1/data.json" } });
  await host.end();
  expect(host.shown).toHaveLength(1);
});

test("64-bit integers and dates of a specification's data are drawn, at most rounded", async () => {
  const host = recordingHost();
  const values = [{ a: 2n ** 53n + 1n, b: new Date("2024-05-06") }];
  display({ ...spec, data: { values } });
  await host.end();
  expect(host.printed).toEqual([]);
  expect(host.shown).toHaveLength(2);
  for (const bundle of host.shown)
    expect(bundle["application/vnd.vegalite.v5+json"]).toMatchObject({
      data: { values: [{ a: 2 ** 53, b: "2024-05-06T00:00:00.000Z" }] },
    });
});

test("a specification that contains itself is refused", () => {
  recordingHost();
  const loop: Record<string, unknown> = { ...spec };
  loop["data"] = { values: [loop] };
  expect(() => display(loop)).toThrow(
    "this specification can't be written as JSON: Converting circular structure to JSON",
  );
});

test("a chart is shown at once, and gets its picture before the cell ends", async () => {
  const host = recordingHost();
  display(plot(tableOf({ n: [1, 2] })));
  display("behind it");
  expect(host.shown.map((bundle) => Object.keys(bundle))).toEqual([
    ["application/vnd.vegalite.v5+json", "text/plain"],
    ["text/plain"],
  ]);
  await host.end();
  expect(Object.keys(host.shown[2] ?? {})).toContain("image/png");
});

test("a promise is awaited: its value is shown, its rejection is the cell's error", async () => {
  const host = recordingHost();
  display(Promise.resolve(table({ n: [1] })));
  await host.end();
  expect(host.shown.map((bundle) => Object.keys(bundle))).toEqual([["text/html", "text/plain"]]);
  display(Promise.reject(new Error("no key")));
  await expect(host.end()).rejects.toThrow("no key");
});

test("a query that would be sent when it is awaited is no promise", () => {
  const host = recordingHost();
  let calls = 0;
  display({ then: () => void calls++ });
  expect(host.shown).toEqual([{ "text/plain": "{ then: [Function: then] }" }]);
  expect(calls).toBe(0);
});
