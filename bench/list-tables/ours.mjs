// Calls the magic's function, as a cell does.
import { svc_tables } from "svclib/pandas_td/ipython";
import { report } from "../lib/measure.mjs";

const started = performance.now();
const table = await svc_tables("");
report({ ms: performance.now() - started, rows: table.numRows() });
