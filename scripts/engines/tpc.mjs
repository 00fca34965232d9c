import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cached, isCached } from "./cache-folder.mjs";
import { runTool } from "./run-tool.mjs";

/** The last release whose Python package has both generators; later ones download them, as every release for Node.js does. */
const VERSION = "1.1.3";
const SCALE = process.env["SVC_TPC_SCALE"] ?? "0.1";
const PYTHON = `tpc-python-${VERSION}`;
const DATA = `tpc-data-${VERSION}-${SCALE}`;

async function obtain() {
  const python = await cached(PYTHON, (folder) => {
    runTool("python3", ["-m", "venv", folder]);
    runTool(join(folder, "bin", "pip"), [
      "install",
      "--quiet",
      "--only-binary",
      ":all:",
      `duckdb==${VERSION}`,
    ]);
  });
  return cached(DATA, (folder) => {
    runTool(join(python, "bin", "python"), [
      join(import.meta.dirname, "generate-tpc.py"),
      SCALE,
      join(folder, "data"),
    ]);
  });
}

/** TPC-H and TPC-DS: tables and queries of DuckDB's generators; the engine to compare with is DuckDB alone, in the tests. */
export const tpc = {
  name: `TPC-H and TPC-DS, scale ${SCALE}`,
  key: "tpc",
  tests: ["test/engines/tpc/"],
  isObtained: () => isCached(PYTHON) && isCached(DATA),
  obtain,
  async start(run) {
    // So that the file of DuckDB alone goes with the run.
    mkdirSync(join(run, "alone"));
    const env = { TPC_DATA: join(await obtain(), "data"), TPC_ALONE: join(run, "alone") };
    return { stop: () => Promise.resolve(), env };
  },
};
