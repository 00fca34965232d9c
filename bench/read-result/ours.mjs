// Reads a finished job's result with read_svc_job, and looks at one value of each column, so that nothing is left undone.
import { connect, create_engine, read_svc_job } from "svclib/pandas_td";
import { report } from "../lib/measure.mjs";

const client = connect();
const engine = create_engine("presto:sample_datasets", client);
await client.list_databases(); // the connection is open in both scripts before the clock starts
const started = performance.now();
const table = await read_svc_job(Number(process.argv[2]), engine);
const ms = performance.now() - started;
for (const name of table.columnNames()) table.get(name, table.numRows() - 1);
report({ ms, rows: table.numRows() });
client.close();
