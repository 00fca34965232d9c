// Ten million rows in JupyterLab's grid: copied when it opens, then sorted, filtered and paged, beside pandas on a frame in memory.
import { fileURLToPath } from "node:url";
import { inTurn, medianOf } from "./lib/measure.mjs";
import { pythonWithOrigin } from "./lib/python.mjs";

const rows = 10 * Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const path = (name) => fileURLToPath(new URL(`./grid/${name}`, import.meta.url));

const STEPS = {
  copy: "",
  "sort by a double": "<= 2000 ms",
  "sort by an integer": "<= 2000 ms",
  "sort by an integer and a double": "",
  "sort by a text": "",
  "filter a range": "",
  page: "",
};

export default async function measure() {
  const python = pythonWithOrigin();
  const [ours, pandas] = await inTurn([
    [process.execPath, "--expose-gc", path("ours.mjs"), String(rows)],
    python && [python, path("frame.py"), String(rows)],
  ]);
  const figure = (samples, step) =>
    `${medianOf(samples, step).toFixed(0)} ms (processor ${medianOf(samples, `${step} processor`).toFixed(0)})`;
  return Object.entries(STEPS).map(([step, aim]) => {
    const hasPeer = pandas !== null && step in pandas[0];
    return {
      what: `the grid over ${rows.toLocaleString("en")} x 3: ${step}`,
      ours:
        figure(ours, step) +
        (step === "sort by a double" ? `, ${medianOf(ours, "bytesPerRow").toFixed(1)} bytes a row` : ""),
      peer: hasPeer ? `pandas: ${figure(pandas, step)}` : pandas === null ? "pandas: NOT RUN" : "",
      ratio: hasPeer ? `${(medianOf(pandas, step) / medianOf(ours, step)).toFixed(2)} x faster` : "",
      aim,
      samples: { ours, peer: pandas },
    };
  });
}
