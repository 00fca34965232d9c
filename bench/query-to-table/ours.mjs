// A query on the embedded engine through the service: issued, run, encoded, transferred, decoded.
import { connect, create_engine, read_svc_query } from "svclib/pandas_td";
import { frameQuery } from "../lib/frames.mjs";
import { report } from "../lib/measure.mjs";

const rows = Number(process.argv[2]);
const client = connect();
const engine = create_engine("presto:sample_datasets", client);
await client.list_databases();
const started = performance.now();
const table = await read_svc_query(frameQuery(rows), engine);
const ms = performance.now() - started;
report({ ms, rows: table.numRows() });
client.close();
