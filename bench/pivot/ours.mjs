// Reads the job's result, then times its pivot. Texts are still bytes at that point, as in a notebook.
import { pivot } from "../../dist/magics/result/pivot/pivot.js";
import { connect, create_engine, read_svc_job } from "svclib/pandas_td";
import { report } from "../lib/measure.mjs";

const client = connect();
const table = await read_svc_job(Number(process.argv[2]), create_engine("presto:sample_datasets", client));
const started = performance.now();
const pivoted = pivot(table);
const ms = performance.now() - started;
report({ ms, rows: table.numRows(), cells: [pivoted.numRows(), pivoted.numCols() - 1] });
client.close();
