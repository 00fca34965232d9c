import type { EmbeddedEngine } from "../../engine/embedded-engine.ts";
import { JOB_STATUSES, JOB_TYPES } from "../jobs/job.ts";
import type { JobQueues } from "../jobs/job-queue.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { route, type Route } from "../http/route.ts";

interface MetricsSources {
  readonly store: JobStore;
  readonly queues: JobQueues;
  readonly counts: ReadonlyMap<number, number>;
  readonly engine: Pick<EmbeddedEngine, "memoryBytes">;
  readonly clock: () => number;
}

/** A value, or values with labels. */
type Metric = readonly [name: string, help: string, values: number | readonly MetricSample[]];
type MetricSample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** Metrics in Prometheus' text format. They contain no key, user name or SQL. */
export function metricsRoutes(sources: MetricsSources): Route[] {
  const startedMs = sources.clock();
  return [
    route("GET /metrics", "any", {
      summary: "Get metrics in Prometheus' text format",
      gives: ["text/plain"],
      handle: () =>
        new Response(metrics(sources, startedMs).map(metricText).join(""), {
          headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        }),
    }),
  ];
}

function metrics({ store, queues, counts, engine, clock }: MetricsSources, startedMs: number): Metric[] {
  const jobs = new Map<string, number>();
  for (const { type, status } of store.list()) {
    const key = `${type} ${status}`;
    jobs.set(key, (jobs.get(key) ?? 0) + 1);
  }
  const byEngine = (what: "running" | "waiting"): MetricSample[] =>
    [...queues.entries()].map(([engine, queue]) => [{ engine }, queue[what]]);
  const { user, system } = process.cpuUsage();
  return [
    [
      "svclib_jobs",
      "Stored jobs by type and status.",
      JOB_TYPES.flatMap((type) =>
        JOB_STATUSES.map((status): MetricSample => [{ type, status }, jobs.get(`${type} ${status}`) ?? 0]),
      ),
    ],
    ["svclib_queue_running", "Statements and loads now running, by engine.", byEngine("running")],
    ["svclib_queue_waiting", "Statements and loads waiting in the queue, by engine.", byEngine("waiting")],
    [
      "svclib_requests_total",
      "Replies by HTTP status.",
      [...counts].sort(([a], [b]) => a - b).map(([status, count]) => [{ status: String(status) }, count]),
    ],
    ["svclib_uptime_seconds", "Time since the service started in seconds.", (clock() - startedMs) / 1000],
    [
      "process_resident_memory_bytes",
      "Resident memory of the service's process in bytes.",
      process.memoryUsage.rss(),
    ],
    [
      "process_cpu_seconds_total",
      "Total CPU time of the service's process in seconds.",
      (user + system) / 1e6,
    ],
    [
      "svclib_engine_resident_memory_bytes",
      "Resident memory of the embedded engine's process in bytes.",
      engine.memoryBytes(),
    ],
  ];
}

/** Counters end in `_total`, by Prometheus' convention; everything else is a gauge. */
function metricText([name, help, values]: Metric): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}`];
  for (const [labels, value] of typeof values === "number" ? [[{}, values] as const] : values)
    lines.push(`${name}${labelText(labels)} ${value}`);
  return `${lines.join("\n")}\n`;
}

function labelText(labels: MetricSample[0]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
