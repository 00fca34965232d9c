// node clients.mjs URL KEY OPTIONS-AS-JSON: clients of many notebooks, each with its own connections. Each waits, runs a query with the
// library's polling, reads its table, and repeats. Prints the duration of the requests as JSON.
import { subscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { connect, create_engine, read_svc_query } from "svclib/pandas_td";

const [url, apikey, options] = process.argv.slice(2);
const { engine: engineName, sql, rows, notebooks, thinkMs, seconds, atOnce } = JSON.parse(options);

/** The service holds a job's first status request for a while; later ones are answered at once. */
const kindOf = (path) => {
  if (path.startsWith("/v3/job/status/")) return "poll";
  if (path.startsWith("/v3/job/issue/")) return "issue";
  return path.startsWith("/v3/job/result/") ? "result" : "other";
};
const started = new WeakMap();
const polled = new Set();
const took = { poll: [], firstPoll: [], issue: [], result: [], other: [] };
subscribe("http.client.request.start", ({ request }) => started.set(request, performance.now()));
subscribe("http.client.response.finish", ({ request }) => {
  let kind = kindOf(request.path);
  if (kind === "poll" && !polled.has(request.path)) {
    polled.add(request.path);
    kind = "firstPoll";
  }
  took[kind].push(performance.now() - started.get(request));
});

const queries = [];
const errors = new Map();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function one(engine) {
  const from = performance.now();
  try {
    const table = await read_svc_query(sql, engine, {});
    if (table.numRows() !== rows) throw new Error(`${table.numRows()} rows in place of ${rows}`);
    queries.push(performance.now() - from);
  } catch (error) {
    const text = `${error.name}: ${error.message}`.split("\n")[0].replace(/\d+/g, "N");
    errors.set(text, (errors.get(text) ?? 0) + 1);
  }
}

const startMs = performance.now();
const endMs = startMs + seconds * 1000;

async function notebook() {
  const client = connect(apikey, url);
  const engine = create_engine(engineName, client, { show_progress: false });
  if (atOnce) await one(engine);
  else {
    for (;;) {
      // Pauses like a person's: of any length, mostly short.
      const pauseMs = -Math.log(1 - Math.random()) * thinkMs;
      if (performance.now() + pauseMs >= endMs) break;
      await sleep(pauseMs);
      await one(engine);
    }
  }
  client.close();
}

await Promise.all(Array.from({ length: notebooks }, notebook));
const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return { count: sorted.length, median: at(0.5), p99: at(0.99), most: at(1) };
};
process.stdout.write(
  `${JSON.stringify({
    seconds: (performance.now() - startMs) / 1000,
    queries: spread(queries),
    ...Object.fromEntries(Object.entries(took).map(([kind, values]) => [kind, spread(values)])),
    errors: [...errors],
  })}\n`,
);
