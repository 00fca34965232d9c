import { op, rolling, escape } from "arquero";
import { describe, expect, test } from "@jest/globals";
import type { CompiledText } from "../../../../src/core/table/expressions/compiled-text.ts";
import { compiledText } from "../../../../src/core/table/expressions/compiled-text.ts";
import { tableOf } from "../table-of.ts";

const table = tableOf({ n: [1, null], s: ["a", "b"] });
const compiled = (value: unknown, place = {}): CompiledText =>
  compiledText([table], value, place) as CompiledText;

test("a function is compiled by its text, and says whose values it gives", () => {
  const text = compiled((d: { n: number }) => d.n);
  expect(String(text)).toBe('(svc$d,svc$p)=>svc$d["n"]');
  expect(text.result?.column).toEqual({ name: "n", table: 0 });
});

test("a criterion has no result", () => {
  const text = compiled("d.n > 1", { criterion: true });
  expect([String(text), text.result]).toEqual(['(svc$d,svc$p)=>(!(svc$d["n"]==null)&&(svc$d["n"]>1))', null]);
});

test("a window's frame goes with its expression", () => {
  const sum = rolling((d: { n: number }) => op.sum(d.n), [-1, 0]);
  expect(compiled(sum)).toMatchObject({ window: { frame: [-1, 0] } });
  expect(compiled(op.mean("n")).expr).toContain("op.mean");
});

describe("what is no expression stays itself", () => {
  test.each<[string, unknown]>([
    ["a number", 3],
    ["null", null],
    ["escaped code", escape((d: { n: number }) => d.n)],
    ["what Arquero refuses and explains", "d => d.missing"],
  ])("%s", (_, value) => expect(compiledText([table], value)).toBe(value));

  test("what is compiled already", () => {
    const once = compiled("d => d.s");
    expect(compiledText([table], once)).toBe(once);
  });
});
