// Expressions over a million rows of which a tenth is null. Peer: Arquero's own tables, in the same process, in turn.
import { fileURLToPath } from "node:url";
import { inTurn, median, medianOf } from "./lib/measure.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = fileURLToPath(new URL("./table-expressions/both.mjs", import.meta.url));
const CASES = [
  "filter of a column with nulls",
  "filter of three",
  "column from two with nulls",
  "column from two of fractions",
  "sum of a product with nulls",
  "mean by groups",
];

export default async function measure() {
  const found = [];
  for (const name of CASES) {
    const [samples] = await inTurn([[process.execPath, script, name, String(rows)]]);
    found.push({
      what: `table expression: ${name}`,
      ours: `${medianOf(samples, "ours").toFixed(0)} ms`,
      peer: `Arquero ${medianOf(samples, "peer").toFixed(0)} ms`,
      ratio: `${median(samples.map(({ ours, peer }) => ours / peer)).toFixed(2)}`,
      aim: "<= 1.2",
      samples: { both: samples },
    });
  }
  return found;
}
