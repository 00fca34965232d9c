// One expression over a million rows, by a table of svclib and by Arquero's own, in turn in one process.
import * as aq from "arquero";
import { NullableColumn } from "../../dist/core/table/columns/nullable-column.js";
import { Table } from "../../dist/core/table/table.js";
import { median, report } from "../lib/measure.mjs";

const [name, rowCount] = process.argv.slice(2);
const rows = Number(rowCount);
const fractions = Float64Array.from({ length: rows }, (_, i) => ((i * 7919) % 10007) / 100);
const others = Float64Array.from({ length: rows }, (_, i) => ((i * 104729) % 10009) / 100);
const whole = Int32Array.from({ length: rows }, (_, i) => i % 1000);
const nulls = Uint8Array.from({ length: rows }, (_, i) => Number(i % 10 === 0));
const groups = Array.from({ length: rows }, (_, i) => `k${i % 50}`);
const withNulls = (values) => Array.from(values, (value, i) => (nulls[i] === 1 ? null : value));

const names = ["a", "b", "n", "x", "y", "group"];
const masked = [fractions, others, whole].map((values) => new NullableColumn(values, nulls));
const tables = {
  ours: Table.of([...masked, fractions, others, groups], names),
  peer: aq.table({
    a: withNulls(fractions),
    b: withNulls(others),
    n: withNulls(whole),
    x: fractions,
    y: others,
    group: groups,
  }),
};

const CASES = {
  "filter of a column with nulls": (table) => table.filter("d => d.a > 50"),
  "filter of three": (table) => table.filter("d => d.a > d.b && d.n < 500"),
  "column from two with nulls": (table) => table.derive({ z: "d => d.a * 2 + d.b" }),
  "column from two of fractions": (table) => table.derive({ z: "d => d.x * 2 + d.y" }),
  "sum of a product with nulls": (table) => table.rollup({ sum: "d => op.sum(d.a * d.b)" }),
  "mean by groups": (table) => table.groupby("group").rollup({ mean: "d => op.mean(d.a * 2)" }),
};

const ms = { ours: [], peer: [] };
for (let round = 0; round < 9; round++)
  for (const [who, table] of Object.entries(tables)) {
    const { user } = process.cpuUsage();
    CASES[name](table);
    // The first runs are those of the compiler.
    if (round > 1) ms[who].push((process.cpuUsage().user - user) / 1000);
  }
report({ ours: median(ms.ours), peer: median(ms.peer) });
