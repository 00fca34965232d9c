// Hands a table of this process to the local service's engine, and runs a query over it. The processor time is of this process and the service.
import { connect, create_engine, read_local, read_svc_query } from "svclib/pandas_td";
import { frameQuery } from "../lib/frames.mjs";
import { GROUP_BY } from "./group-by.mjs";
import { report } from "../lib/measure.mjs";
import { cpuMsOf } from "../lib/memory.mjs";

const [limit, pid] = process.argv.slice(2).map(Number);
const client = connect();
const engine = create_engine("presto:sample_datasets", client);
const read = () => read_svc_query(frameQuery(limit), engine);
const [sent, grouped] = [await read(), await read()];
// Loads modules, and starts the service's engine.
await read_local(GROUP_BY, { tables: { frame: sent.slice(0, 10).reify() }, show_progress: false });
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + cpuMsOf(pid);
};
const timed = async (sql, frame) => {
  const [started, worked] = [performance.now(), cpu()];
  const table = await read_local(sql, { tables: { frame }, show_progress: false });
  return { ms: performance.now() - started, cpuMs: cpu() - worked, rows: table.numRows() };
};
const send = await timed("select count(*) as n from frame", sent);
const group = await timed(GROUP_BY, grouped);
const again = await timed(GROUP_BY, grouped);
report({
  ms: group.ms,
  cpuMs: group.cpuMs,
  sendMs: send.ms,
  sendCpuMs: send.cpuMs,
  againMs: again.ms,
  rows: group.rows,
});
client.close();
