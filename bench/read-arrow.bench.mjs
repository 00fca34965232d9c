// A result as an Arrow stream, which pandas, polars and DuckDB read, beside the same result in svclib's blocks, both to a table in memory:
// when the service encodes it, for the first request, and when it is kept; compressed where this Node.js has Zstandard (22.15 and later).
import { fileURLToPath } from "node:url";
import * as zlib from "node:zlib";
import { checkRows, inTurn, median } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = fileURLToPath(new URL("./read-arrow/ours.mjs", import.meta.url));

export default async function measure() {
  return withService(async ({ env }) => {
    const found = [];
    for (const compression of zlib.zstdCompressSync ? ["zstd", ""] : [""]) {
      const [runs] = await inTurn([[process.execPath, script, String(rows), compression]], { env });
      checkRows(rows, runs);
      found.push(...["first", "kept"].map((when) => row(runs, when, compression)));
    }
    return found;
  });
}

function row(runs, when, compression) {
  const of = (field) => median(runs.map((run) => run[field]));
  const form = compression === "" ? "not compressed" : compression;
  return {
    what: `job result ${rows.toLocaleString("en")} x 8 as an Arrow stream, ${form}, ${when === "first" ? "encoded for it" : "kept"}`,
    ours: `${Math.round(of(when))} ms, ${(of("bytes") / 1e6).toFixed(1)} MB`,
    peer: `as blocks to a table: ${Math.round(of("blocks"))} ms`,
    ratio: `${(of(when) / of("blocks")).toFixed(2)} of its time`,
    aim: "<= 2.5",
    samples: { ours: runs },
  };
}
