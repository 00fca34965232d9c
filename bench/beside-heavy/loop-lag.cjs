// Preloaded into the service: on SIGUSR2 writes the event loop's delay since the last signal, and resets it.
const { writeFileSync } = require("node:fs");
const { monitorEventLoopDelay } = require("node:perf_hooks");
const { isMainThread } = require("node:worker_threads");

if (isMainThread && process.env["SVC_BENCH_LAG"]) {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  process.on("SIGUSR2", () => {
    const ms = (nanoseconds) => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - 2);
    const lag = { p99: ms(delay.percentile(99)), max: ms(delay.max) };
    writeFileSync(process.env["SVC_BENCH_LAG"], JSON.stringify(lag));
    delay.reset();
  });
}
