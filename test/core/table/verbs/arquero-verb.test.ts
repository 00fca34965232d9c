/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- see Verbs */
import { describe, expect, test } from "@jest/globals";
import * as aq from "arquero";
import { Table } from "../../../../src/core/table/table.ts";
import { tableOf } from "../table-of.ts";

const { all, bin, collate, desc, escape, frac, names, not, op, range, rolling, startswith } = aq;
/** Verbs without Arquero's types, which say less than it takes. */
type Verbs = any;
type Case = readonly [verb: string, run: (t: Verbs, other: Verbs) => Verbs];

const DATA = {
  k: ["a", "b", "b", "c", "a", "d"],
  n: [3, 1, 2, 6, 5, 4],
  x: [0.5, -1.5, 2.25, 10, -0.25, 7],
  ok: [true, false, true, true, false, true],
  list: [[1, 2], [3], [4, 5, 6], [7], [8, 9], []],
  day: [5, 1, 4, 2, 6, 3].map((day) => new Date(Date.UTC(2024, 0, day))),
};
const OTHER = { k: ["b", "a", "e", "b"], u: ["p", "q", "r", "s"], n: [1, 30, 4, 2] };
const rows = (table: Verbs): unknown => ({
  names: table.columnNames(),
  rows: table.objects(),
  grouped: table.isGrouped(),
  ordered: table.isOrdered(),
});
const own = (data: object): Verbs => Table.of(Object.values(data) as unknown[][], Object.keys(data));
const arquero = (data: object): Verbs => aq.table(data as never);

/** Every verb of Arquero, in each of its forms. */
const SAME: readonly Case[] = [
  ["derive", (t) => t.derive({ z: (d: Verbs) => d.n * 2 + d.x, k: "d.k + d.n" })],
  ["derive before a column", (t) => t.derive({ z: (d: Verbs) => -d.x }, { before: "n" })],
  ["derive after a column", (t) => t.derive({ z: () => 1 }, { after: "k" })],
  ["derive and drop", (t) => t.derive({ z: (d: Verbs) => d.n % 2 }, { drop: true })],
  ["derive by aggregates", (t) => t.derive({ share: (d: Verbs) => d.n / op.sum(d.n), rank: () => op.rank() })],
  ["derive by groups", (t) => t.groupby("k").derive({ mean: (d: Verbs) => d.x - op.mean(d.x) })],
  ["derive by windows", (t) => t.orderby("n").derive({ sum: rolling((d: Verbs) => op.sum(d.n)), three: rolling((d: Verbs) => op.mean(d.x), [-1, 1]), lag: op.lag("n"), first: op.first_value("k") })],
  ["derive by a window over groups", (t) => t.groupby("k").orderby("n").derive({ row: op.row_number(), part: op.percent_rank(), next: op.lead("n", 1, 0 as never), nth: op.ntile(2) })],
  ["derive with parameters", (t) => t.params({ by: 3 }).derive({ z: (d: Verbs, $: Verbs) => d.n * $.by, y: "d.n + by" })],
  ["derive with destructuring", (t) => t.derive({ z: ({ n, x }: Verbs) => n + x })],
  ["derive by conditions", (t) => t.derive({ z: (d: Verbs) => (d.n > 3 ? "many" : d.ok ? "ok" : "few"), y: (d: Verbs) => { if (d.n > 3) return 1; return 0; } })],
  ["derive by escaped code", (t) => t.derive({ z: escape((d: Verbs) => d.list.map((v: number) => v * 2)) })],
  ["derive by functions", (t) => t.derive({ a: "op.abs(d.x)", b: "op.round(d.x)", c: "op.upper(d.k)", e: "op.substring(d.k, 0, 1)", f: "op.length(d.list)", g: "op.utcyear(d.day)", h: "op.includes(d.list, 3)", i: "op.padstart(d.k, 3, '-')", j: "op.recode(d.k, { a: 1 }, 0)", l: "op.bin(d.x, 0, 10, 2)" })],
  ["derive of objects", (t) => t.derive({ o: (d: Verbs) => ({ n: d.n, l: [d.k, d.x] }), r: () => op.row_object("k", "n") })],
  ["derive of quantiles", (t) => t.derive({ q: op.quantile("x", 0.25), m: op.median("n"), s: op.stdev("x"), v: op.variance("x"), c: op.corr("n", "x") })],
  ["filter", (t) => t.filter((d: Verbs) => d.n > 2 && d.x < 8)],
  ["filter of a filter", (t) => t.filter("d.n > 1").filter("d.ok")],
  ["filter by an aggregate", (t) => t.filter((d: Verbs) => d.n > op.mean(d.n))],
  ["filter by a window over groups", (t) => t.groupby("k").filter(() => op.row_number() === 1)],
  ["filter by escaped code", (t) => t.filter(escape((d: Verbs) => d.list.length > 1))],
  ["slice", (t) => t.slice(1, 3)],
  ["slice from the end", (t) => t.slice(-2)],
  ["slice of an order", (t) => t.orderby("x").slice(0, 2)],
  ["slice of groups", (t) => t.groupby("k").slice(0, 1)],
  ["sample of all", (t) => t.sample(() => op.count(), { shuffle: false })],
  ["sample of a share", (t) => t.sample(frac(1), { shuffle: false })],
  ["groupby and count", (t) => t.groupby("k").count()],
  ["groupby several", (t) => t.groupby("k", "ok").count({ as: "many" })],
  ["groupby of an expression", (t) => t.groupby({ half: (d: Verbs) => d.n > 3 }).rollup({ sum: op.sum("n") })],
  ["groupby of bins", (t) => t.groupby({ bin: bin("x", { maxbins: 3 }) }).count()],
  ["groupby of a selection", (t) => t.groupby(range("k", "k"), not("n", "x", "ok", "list", "day")).count()],
  ["ungroup", (t) => t.groupby("k").ungroup().count()],
  ["rollup", (t) => t.rollup({ n: op.count(), sum: op.sum("n"), mean: (d: Verbs) => op.mean(d.x), min: op.min("day"), max: op.max("k"), distinct: op.distinct("k"), values: op.array_agg("n"), any: op.any("k"), mode: op.mode("k") })],
  ["rollup of expressions", (t) => t.groupby("k").rollup({ z: (d: Verbs) => op.sum(d.n * d.x) + 1, span: (d: Verbs) => op.max(d.n) - op.min(d.n) })],
  ["rollup of collections", (t) => t.groupby("ok").rollup({ o: op.object_agg("k", "n"), e: op.entries_agg("k", "n"), u: op.array_agg_distinct("k") })],
  ["rollup of a filtered order", (t) => t.filter("d.n > 1").orderby("n").rollup({ l: op.array_agg("k") })],
  ["orderby", (t) => t.orderby("n")],
  ["orderby several", (t) => t.orderby("k", desc("n"))],
  ["orderby an expression", (t) => t.orderby((d: Verbs) => -d.n)],
  ["orderby a description", (t) => t.orderby(desc((d: Verbs) => d.x * d.n))],
  ["orderby dates", (t) => t.orderby("day")],
  ["orderby with a collation", (t) => t.orderby(desc(collate("k", "en")), "n")],
  ["unorder", (t) => t.orderby("n").unorder()],
  ["select", (t) => t.select("n", "k")],
  ["select and rename", (t) => t.select({ n: "number", k: "key" })],
  ["select all but", (t) => t.select(not("list", "day"))],
  ["select by places, ranges and patterns", (t) => t.select(range(0, 1), startswith("l"), all())],
  ["rename", (t) => t.rename({ n: "number" }, { k: "key" })],
  ["rename all", (t) => t.rename(names(["a", "b", "c", "d", "e", "f"]))],
  ["relocate", (t) => t.relocate("n", { before: "k" })],
  ["relocate after", (t) => t.relocate(["k", "n"], { after: "ok" })],
  ["assign", (t) => t.assign(arquero({ n: [1, 2, 3, 4, 5, 6], z: [6, 5, 4, 3, 2, 1] }))],
  ["impute", (t) => t.derive({ z: escape((d: Verbs) => (d.n > 4 ? NaN : d.n)) }).impute({ z: () => 0 })],
  ["impute by a group's mean", (t) => t.derive({ z: escape((d: Verbs) => (d.n > 4 ? null : d.n)) }).groupby("ok").impute({ z: (d: Verbs) => op.mean(d.z) })],
  ["impute missing rows", (t) => t.select("k", "ok", "n").impute({ n: () => 0 }, { expand: ["k", "ok"] }).orderby("k", "ok", "n")],
  ["fold", (t) => t.select("k", "n", "x").fold(["n", "x"])],
  ["fold to names", (t) => t.select("k", "n", "x").fold(not("k"), { as: ["what", "much"] })],
  ["pivot", (t) => t.groupby("ok").pivot("k", "n")],
  ["pivot of an aggregate", (t) => t.groupby("ok").pivot("k", { sum: op.sum("n") }, { sort: false })],
  ["pivot of several", (t) => t.pivot(["k", "ok"], ["n", "x"], { limit: 3, keySeparator: "-", valueSeparator: ":" })],
  ["spread", (t) => t.select("k", "list").spread("list", { limit: 2 })],
  ["spread of an expression", (t) => t.spread({ parts: (d: Verbs) => op.split(d.k + "-" + d.n, "-") }, { as: ["one", "two"] })],
  ["unroll", (t) => t.select("k", "list").unroll("list")],
  ["unroll with an index", (t) => t.select("k", "list").unroll("list", { index: "at", limit: 2 })],
  ["dedupe", (t) => t.select("k").dedupe()],
  ["dedupe by a column", (t) => t.dedupe("k")],
  ["dedupe by an expression", (t) => t.dedupe({ half: (d: Verbs) => d.n > 3 })],
  ["join", (t, o) => t.join(o)],
  ["join by a key", (t, o) => t.select("k", "x").join(o, "k")],
  ["join by two", (t, o) => t.select("k", "n", "x").join(o, [["k", "n"], ["k", "n"]])],
  ["join by a criterion", (t, o) => t.select("k", "n").join(o, (a: Verbs, b: Verbs) => a.k === b.k && a.n < b.n)],
  ["join with columns and suffixes", (t, o) => t.select("k", "n").join(o, "k", [all(), all()], { suffix: ["", "_o"] })],
  ["join_left", (t, o) => t.select("k", "x").join_left(o, "k")],
  ["join_right", (t, o) => t.select("k", "x").join_right(o, "k")],
  ["join_full", (t, o) => t.select("k", "x").join_full(o, "k")],
  ["cross", (t, o) => t.select("k").slice(0, 2).cross(o.select("u"))],
  ["semijoin", (t, o) => t.semijoin(o, "k")],
  ["antijoin", (t, o) => t.antijoin(o, "k")],
  ["lookup", (t, o) => t.select("k", "n").lookup(o, "k", "u")],
  ["concat", (t, o) => t.select("k", "n").concat(o)],
  ["union", (t, o) => t.select("k").union(o.select("k"))],
  ["intersect", (t, o) => t.select("k").intersect(o.select("k"))],
  ["except", (t, o) => t.select("k").except(o.select("k"))],
  ["reify", (t) => t.filter("d.n > 2").orderby("n").reify()],
]; // prettier-ignore

describe("Arquero's verbs give on svclib's tables what they give on Arquero's", () => {
  test.each(SAME)("%s", (_, run) => {
    expect(rows(run(own(DATA), own(OTHER)))).toEqual(rows(run(arquero(DATA), arquero(OTHER))));
  });
});

/** What docs/tables.md says is different: here, and in Arquero. */
const DIFFERENT: readonly (readonly [what: string, run: Case[1], here: unknown, there: unknown])[] = [
  ["arithmetic with what is missing is null", (t) => t.derive({ z: (d: Verbs) => d.n - op.lag(d.n) }).get("z", 0), null, NaN],
  ["a comparison with null is not true", (t) => t.derive({ z: escape(() => null) }).filter("d.z < 1").numRows(), 0, 6],
  ["a column without a match is null in an expression", (t, o) => t.select("k", "n").join_left(o.select("k", "u"), (a: Verbs, b: Verbs) => a.k === b.k, { z: (a: Verbs, b: Verbs) => a.n + b.u }).array("z").at(-1), null, NaN],
  ["nulls are last", (t) => t.derive({ z: escape((d: Verbs) => (d.n === 3 ? null : d.n)) }).orderby(desc("z")).get("k", 5), "a", "a"],
  ["methods of a value are JavaScript's", (t) => t.filter((d: Verbs) => d.k.includes("b")).numRows(), 2, 0],
  ["keys are compared by value", (t) => t.select("n").semijoin(own({ n: [1n, 2n] }), "n").numRows(), 2, 0],
  ["fold to the name of a folded column keeps the values", (t) => t.select("k", "n").fold("n", { as: ["what", "n"] }).columnNames(), ["k", "what", "n"], ["k", "what"]],
  ["null is a key of its own in sets", (t) => t.select("n").concat(own({ n: [null, undefined] })).dedupe().numRows(), 7, 8],
]; // prettier-ignore

describe("differences of svclib's tables from Arquero's", () => {
  test.each(DIFFERENT)("%s", (_, run, here, there) => {
    expect([run(own(DATA), own(OTHER)), run(arquero(DATA), arquero(OTHER))]).toEqual([here, there]);
  });

  test("an aggregate that would round BigInts is refused", () => {
    const ids = { v: [1n, 2n, 4n] };
    expect(
      arquero(ids)
        .rollup({ m: op.median("v") })
        .get("m"),
    ).toBe(2n);
    expect(() => own(ids).rollup({ m: op.median("v") })).toThrow("op.median does not take the BigInts");
  });

  test.each<[call: string, said: string]>([
    ["op.sum(d.day)", "op.sum does not take the dates d.day: op.min and op.max take them, and op.sum(+d.day) their milliseconds"],
    ["d.day.mean()", "op.mean does not take the dates d.day"],
    ["op.corr(d.n, d.day)", "op.corr does not take the dates d.day"],
    ["op.mean(d.name)", "op.mean does not take the texts d.name: write op.mean(+d.name) if they are numbers"],
    ["op.sum(d.list)", "op.sum does not take the lists d.list: unroll them first"],
    ["op.stdev(d.wait)", "op.stdev does not take the intervals d.wait: compute it in the query"],
    ["op.sum(d.doc)", "op.sum does not take the JSON texts d.doc: name one of their fields, or compute it in the query"],
  ])("an aggregate that would add up what is no number is refused: %s", (call, said) => {
    const table = tableOf(
      { n: [1, 2], day: [new Date(0), new Date(9)], name: ["1", "2"], list: [[1], [2]], wait: ["1 00:00:00.000", null], doc: ["1", '{"a":2}'] },
      { types: { wait: "interval day to second", doc: "json" } },
    );
    expect(() => table.rollup({ z: `d => ${call}` })).toThrow(`rollup: ${said}`);
    expect(table.rollup({ z: "d => op.mean(+d.day) + op.mean(+d.name)" }).get("z", 0)).toBe(6);
  }); // prettier-ignore
});
