// %svc_tables over 200 databases of a service that takes 20 ms per request. Peer: the original client's %td_tables on the same service.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { inTurn, median, timesLonger } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";

const databaseCount = 200;
const tablesEach = 5;
const delayMs = 20;
const script = (name) => fileURLToPath(new URL(`./list-tables/${name}`, import.meta.url));

const stamp = "2024-05-06 07:08:09 UTC";
const names = Array.from({ length: databaseCount }, (_, i) => `database_${i}`);
const databases = names.map((name) => ({
  name,
  count: 1,
  permission: "administrator",
  created_at: stamp,
  updated_at: stamp,
}));
const tables = Array.from({ length: tablesEach }, (_, i) => ({
  id: i,
  name: `table_${i}`,
  type: "log",
  count: 1,
  estimated_storage_size: 100,
  schema: '[["host","string"],["code","long"]]',
  created_at: stamp,
  updated_at: stamp,
}));

/** Replies to each request after {@link delayMs}, independent of others. */
async function withSlowService(use) {
  const server = createServer((request, response) => {
    setTimeout(() => {
      const database = /\/v3\/table\/list\/([^/?]+)/.exec(request.url)?.[1];
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(database ? { database, tables } : { databases }));
    }, delayMs);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export default async function measure() {
  const python = pythonWithOrigin();
  const apikey = "1/bench";
  const [ours, origin] = await withSlowService((url) =>
    inTurn([[process.execPath, script("ours.mjs")], python && [python, script("origin.py")]], {
      env: { SVC_API_KEY: apikey, SVC_API_SERVER: url, ...originEnv({ url, apikey }) },
    }),
  );
  for (const sample of [...ours, ...(origin ?? [])]) {
    if (sample.rows !== databaseCount * tablesEach) throw new Error(`listed ${sample.rows} tables`);
  }
  const ms = (samples) => `${Math.round(median(samples.map((sample) => sample.ms)))} ms`;
  return [
    {
      what: `%svc_tables over ${databaseCount} databases, ${delayMs} ms a request`,
      ours: ms(ours),
      peer: origin
        ? `original %td_tables: ${ms(origin)}`
        : "original %td_tables: NOT RUN, it can't be installed here",
      ratio: origin ? `${timesLonger(origin, ours)} x faster` : "",
      aim: ">= 10",
      samples: { ours, peer: origin },
    },
  ];
}
