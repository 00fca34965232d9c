// The same columns as arrays, given to the engine's own driver in this process by its data chunks (it reads no Arrow), and the same query.
import { DuckDBDataChunk, DuckDBInstance } from "@duckdb/node-api";
import { GROUP_BY } from "./group-by.mjs";
import { report } from "../lib/measure.mjs";

const [file, limit] = process.argv.slice(2);
const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY" });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(`
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from flights limit ${limit}`);
const columns = reader.getColumns();
const types = reader.columnTypes();
const started = performance.now();
const worked = process.cpuUsage();
await connection.run(
  `create temporary table frame (${types.map((type, i) => `"${reader.columnNames()[i]}" ${type}`).join(", ")})`,
);
const appender = await connection.createAppender("frame", "main", "temp");
const CHUNK_ROWS = 2048;
for (let from = 0; from < columns[0].length; from += CHUNK_ROWS) {
  const chunk = DuckDBDataChunk.create(types);
  chunk.setColumns(columns.map((values) => values.slice(from, from + CHUNK_ROWS)));
  appender.appendDataChunk(chunk);
}
appender.closeSync();
const sendMs = performance.now() - started;
const sent = process.cpuUsage(worked);
const grouped = await connection.runAndReadAll(GROUP_BY);
const rows = grouped.getRowObjects().length;
const ms = performance.now() - started;
const all = process.cpuUsage(worked);
const cpuMs = ({ user, system }) => (user + system) / 1000;
report({ ms, cpuMs: cpuMs(all), sendMs, sendCpuMs: cpuMs(sent), rows });
connection.closeSync();
instance.closeSync();
