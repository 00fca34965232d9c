// A table of ten million rows as a notebook shows it. Only the first rendering in a process counts, as a user waits for that one.
import { fileURLToPath } from "node:url";
import { inTurn, medianOf } from "./lib/measure.mjs";

const rows = 10 * Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = fileURLToPath(new URL("./render-table/ours.mjs", import.meta.url));

export default async function measure() {
  const [samples] = await inTurn([[process.execPath, script, String(rows)]]);
  return [
    {
      what: `HTML of a table of ${rows.toLocaleString("en")} x 8`,
      ours: `${medianOf(samples, "ms").toFixed(1)} ms, ${(medianOf(samples, "length") / 1000).toFixed(0)} KB; again ${medianOf(samples, "againMs").toFixed(1)} ms`,
      peer: "",
      ratio: "",
      aim: "<= 5 ms, <= 100 KB",
      samples: { ours: samples },
    },
  ];
}
