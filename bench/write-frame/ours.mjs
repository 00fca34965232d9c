// Reads the frame from the samples, then times its write.
import { connect, create_engine, read_svc_query, to_svc } from "svclib/pandas_td";
import { report } from "../lib/measure.mjs";
import { frameQuery } from "../lib/frames.mjs";

const [fmt, limit] = process.argv.slice(2);
const client = connect();
await client.create_database_if_not_exists("bench");
const frame = await read_svc_query(
  frameQuery(Number(limit)),
  create_engine("presto:sample_datasets", client),
);
const started = performance.now();
const worked = process.cpuUsage();
await to_svc(frame, `bench.ours_${fmt}`, client, {
  if_exists: "replace",
  time_col: "time",
  index: false,
  fmt,
});
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(worked);
const table = await (await client.get_table("bench", `ours_${fmt}`)).describe();
if (Number(table.count) !== Number(limit)) throw new Error(`wrote ${table.count} rows of ${limit}`);
report({ ms, cpuMs: (user + system) / 1000, rows: Number(limit) });
client.close();
