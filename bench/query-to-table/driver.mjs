// The same rows from the engine's own driver, in this process: the query, and its result as one array per column.
import { DuckDBInstance } from "@duckdb/node-api";
import { report } from "../lib/measure.mjs";

const [file, limit] = process.argv.slice(2);
const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY" });
const connection = await instance.connect();
await connection.run("select 1");
const started = performance.now();
const reader = await connection.runAndReadAll(`
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from flights limit ${limit}`);
const columns = reader.getColumns();
const ms = performance.now() - started;
report({ ms, rows: columns[0].length });
connection.closeSync();
instance.closeSync();
