// Measures a service under the load of many notebooks, whatever engine runs their queries.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withService } from "../lib/service.mjs";

const execFileAsync = promisify(execFile);
const clients = fileURLToPath(new URL("clients.mjs", import.meta.url));
const NOTEBOOKS = Number(process.env["SVC_BENCH_NOTEBOOKS"] ?? 1000);
/** A person's mean pause between two queries. */
const THINK_MS = 30_000;
const SECONDS = Number(process.env["SVC_BENCH_SECONDS"] ?? 25);

async function load(server, query, more) {
  const options = { ...query, thinkMs: THINK_MS, seconds: SECONDS, atOnce: false, ...more };
  const before = await figures(server);
  const peak = watchMemory(server);
  const { stdout } = await execFileAsync(process.execPath, [
    clients,
    server.url,
    server.apikey,
    JSON.stringify(options),
  ]);
  const seen = JSON.parse(stdout);
  const after = await figures(server);
  const result = {
    ...seen,
    peakMb: peak(),
    cpu: (after.cpu - before.cpu) / seen.seconds,
    perSecond: (after.requests - before.requests) / seen.seconds,
  };
  // Printed at once, so that an interrupted run keeps its figures.
  process.stderr.write(`  ${options.notebooks} notebooks, ${seen.seconds.toFixed(1)} s: ${told(result)}\n`);
  return result;
}

/** The service's metrics. */
async function figures({ url, apikey }) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `TD1 ${apikey}` } });
  const text = await response.text();
  const sum = (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    cpu: sum("process_cpu_seconds_total"),
    requests: sum("svclib_requests_total"),
    memory: sum("process_resident_memory_bytes"),
  };
}

function watchMemory(server) {
  let most = 0;
  const timer = setInterval(() => {
    void figures(server).then(
      ({ memory }) => (most = Math.max(most, memory)),
      () => undefined,
    );
  }, 1000);
  return () => {
    clearInterval(timer);
    return Math.round(most / 2 ** 20);
  };
}

const ms = (value) => (value === null ? "none" : `${Math.round(value)} ms`);
const told = ({ perSecond, queries, firstPoll, poll, issue, peakMb, cpu, errors }) =>
  `${perSecond.toFixed(0)} requests/s; ${queries.count} queries: median ${ms(queries.median)}, 99 % ${ms(queries.p99)}; ` +
  `issue ${ms(issue.median)}, 99 % ${ms(issue.p99)}; first look ${ms(firstPoll.median)}, 99 % ${ms(firstPoll.p99)}; ` +
  `${poll.count} further looks ${ms(poll.median)}, 99 % ${ms(poll.p99)}; peak ${peakMb} MB, ${cpu.toFixed(2)} processors; ` +
  `errors: ${errors.length === 0 ? "none" : errors.map(([text, count]) => `${count} x ${text}`).join("; ")}`;

export async function rows(name, server, query) {
  await load(server, query, { notebooks: 4, thinkMs: 200, seconds: 3 });
  const few = await load(server, query, { notebooks: 10, seconds: 8, thinkMs: 3000 });
  const many = await load(server, query, { notebooks: NOTEBOOKS });
  const burst = await load(server, query, { notebooks: NOTEBOOKS, atOnce: true });
  return [
    {
      what: `${NOTEBOOKS} notebooks, a query each in ${THINK_MS / 1000} s, ${name}`,
      ours: told(many),
      peer: `10 notebooks, a query each in 3 s: ${told(few)}`,
      ratio: `median ${(many.queries.median / few.queries.median).toFixed(2)} x as long`,
      aim: "no error, < 2",
      samples: { ours: [many], peer: [few] },
    },
    {
      what: `${NOTEBOOKS} notebooks that run a query at the same moment, ${name}`,
      ours: `the last has its table after ${burst.seconds.toFixed(1)} s, ${(burst.queries.count / burst.seconds).toFixed(0)} queries/s; ${told(burst)}`,
      peer: "none",
      aim: "no error",
      samples: { ours: [burst] },
    },
  ];
}

/** Measures a service in front of a server of the statement protocol. */
export const inFront = (name, query, cluster) =>
  withService((server) => rows(name, server, query), {
    samples: false,
    more: Object.entries(cluster).flatMap(([option, value]) => [`--presto${option}`, value]),
  });
