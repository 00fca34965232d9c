// How long a chart of a million rows takes until its specification is there, and how large that is. Peer: Vega, which draws the same marks
// from all rows of the plainest specification.
import * as vega from "vega";
import { compile } from "vega-lite";
import { Table } from "../dist/core/table/table.js";
import { plot } from "../dist/magics/plot/plot.js";
import { median, rounds } from "./lib/measure.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const aim = { ms: 300, kb: 200 };
const field = (name) => ({ field: name, type: "quantitative" });

const CHARTS = [
  [
    "a line",
    { mark: "line", x: "n", y: "wave" },
    { mark: "line", encoding: { x: field("n"), y: field("wave") } },
  ],
  [
    "stacked areas",
    { mark: "area", x: "place", y: "part", color: "name" },
    { mark: "area", encoding: { x: field("place"), y: field("part"), color: { field: "name" } } },
  ],
  [
    "points",
    { mark: "scatter", x: "part", y: "wave" },
    { mark: "point", encoding: { x: field("part"), y: field("wave") } },
  ],
  [
    "a histogram",
    { mark: "hist", x: "wave" },
    { mark: "bar", encoding: { x: { ...field("wave"), bin: { maxbins: 40 } }, y: { aggregate: "count" } } },
  ],
  [
    "bars",
    { mark: "bar", x: "name", y: "wave" },
    { mark: "bar", encoding: { x: { field: "name" }, y: { ...field("wave"), aggregate: "mean" } } },
  ],
];

async function timed(work) {
  const startedMs = performance.now();
  const value = await work();
  return { ms: performance.now() - startedMs, value };
}

/** The peer's time until its marks are there. */
async function draw(spec, values) {
  const view = new vega.View(vega.parse(compile({ ...spec, data: { values } }).spec), { renderer: "none" });
  await view.runAsync();
  view.finalize();
}

export default async function measure() {
  const values = Array.from({ length: rows }, (_, n) => ({
    n,
    place: Math.floor(n / 7),
    part: (n * 7919) % 977,
    wave: Math.sin(n / 1000) + ((n * 31) % 991) / 991,
    name: "abcdefg"[n % 7],
  }));
  // As a query's result has them.
  const numbers = ["n", "place", "part", "wave"].map((name) => Float64Array.from(values, (row) => row[name]));
  const columns = [...numbers, values.map(({ name }) => name)];
  const table = Table.of(columns, ["n", "place", "part", "wave", "name"]);
  const results = [];
  for (const [name, options, spec] of CHARTS) {
    const [own, peer, sizes] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const chart = await timed(() => plot(table, options));
      own.push(chart.ms);
      sizes.push(JSON.stringify(chart.value.spec).length / 1000);
      // Vega draws a million points for half a minute.
      if (round === 0) peer.push((await timed(() => draw(spec, values))).ms);
    }
    const [ms, kb] = [Math.round(median(own)), Math.round(median(sizes))];
    results.push({
      what: `specification of ${name} of ${rows.toLocaleString("en")} rows`,
      ours: `${ms} ms, ${kb} KB`,
      peer: `Vega, all rows: ${Math.round(median(peer))} ms`,
      ratio: `${(median(peer) / ms).toFixed(1)} x`,
      aim: `<= ${aim.ms} ms, ${aim.kb} KB`,
    });
  }
  return results;
}
