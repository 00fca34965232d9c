import type { EmbeddedEngine } from "../embedded/embedded-engine.ts";
import { JOB_STATUSES, JOB_TYPES } from "../jobs/job.ts";
import type { JobQueues } from "../jobs/job-queues.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { route, type Route } from "../http/route.ts";

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

interface MetricsSources {
  readonly store: JobStore;
  readonly queues: JobQueues;
  readonly counts: ReadonlyMap<number, number>;
  readonly engine: Pick<EmbeddedEngine, "memoryBytes">;
  readonly clock: () => number;
}

/** Metrics in Prometheus' text format. They contain no key, user name or SQL. */
export function metricsRoutes({ store, queues, counts, engine, clock }: MetricsSources): Route[] {
  const startedMs = clock();
  return [
    route("GET /metrics", "read", {
      summary: "Get metrics in Prometheus' text format",
      gives: ["text/plain"],
      handle: () =>
        new Response(
          metricsText([
            ...jobMetrics(store, queues),
            requestMetric(counts),
            ...processMetrics(startedMs, clock()),
            single(
              "svclib_engine_resident_memory_bytes",
              "Resident memory of the embedded engine's process in bytes.",
              engine.memoryBytes(),
            ),
          ]),
          {
            headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
          },
        ),
    }),
  ];
}

function jobMetrics(store: JobStore, queues: JobQueues): Metric[] {
  const counts = new Map<string, number>();
  for (const { type, status } of store.list()) {
    const key = `${type} ${status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [
    {
      name: "svclib_jobs",
      help: "Stored jobs by type and status.",
      samples: JOB_TYPES.flatMap((type) =>
        JOB_STATUSES.map((status) => [{ type, status }, counts.get(`${type} ${status}`) ?? 0] as const),
      ),
    },
    {
      name: "svclib_queue_running",
      help: "Statements and loads now running, by engine.",
      samples: [...queues.entries()].map(([engine, { running }]) => [{ engine }, running] as const),
    },
    {
      name: "svclib_queue_waiting",
      help: "Statements and loads waiting in the queue, by engine.",
      samples: [...queues.entries()].map(([engine, { waiting }]) => [{ engine }, waiting] as const),
    },
  ];
}

function requestMetric(counts: ReadonlyMap<number, number>): Metric {
  const byStatus = [...counts].sort(([a], [b]) => a - b);
  return {
    name: "svclib_requests_total",
    help: "Replies by HTTP status.",
    samples: byStatus.map(([status, count]) => [{ status: String(status) }, count] as const),
  };
}

function processMetrics(startedMs: number, nowMs: number): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    single("svclib_uptime_seconds", "Time since the service started in seconds.", (nowMs - startedMs) / 1000),
    single(
      "process_resident_memory_bytes",
      "Resident memory of the service's process in bytes.",
      process.memoryUsage.rss(),
    ),
    single(
      "process_cpu_seconds_total",
      "Total CPU time of the service's process in seconds.",
      (user + system) / 1e6,
    ),
  ];
}

const single = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  samples: [[{}, value]],
});

/** Counters end in `_total`, by Prometheus' convention; everything else is a gauge. */
function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}`,
    ...samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
