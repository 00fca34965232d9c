// Loaded into the engine's process before all else: a statement that has one of these texts makes the engine fail as it does by its own faults,
// or takes time without a processor: 'engine-waits for FILE' until the file is there.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { setImmediate } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";

const require = createRequire(import.meta.url);
const { DuckDBConnection } = require("@duckdb/node-api");

const FAILURES = {
  "engine-sigfpe": () => process.kill(process.pid, "SIGFPE"),
  "engine-sigsegv": () => process.kill(process.pid, "SIGSEGV"),
  "engine-abort": () => process.abort(),
  "engine-sigkill": () => process.kill(process.pid, "SIGKILL"),
  "engine-internal": () => {
    throw new Error("INTERNAL Error: Information loss on integer cast: value 7 outside of target range");
  },
  "engine-fatal": () => {
    throw new Error("FATAL Error: Failed: a checkpoint was not written");
  },
  "engine-uncaught": () =>
    setImmediate(() => {
      throw new TypeError("outside of any call");
    }),
  // Can't be interrupted.
  "engine-deaf": () => undefined,
};

const { prepare } = DuckDBConnection.prototype;
DuckDBConnection.prototype.prepare = async function (sql) {
  const [name] = /engine-[a-z]+/.exec(sql) ?? [];
  if (name !== undefined && Object.hasOwn(FAILURES, name)) {
    FAILURES[name]();
    await sleep(60_000);
  }
  const [, file] = /engine-waits for ([^']+)/.exec(sql) ?? [];
  while (file !== undefined && !existsSync(file)) await sleep(20);
  return prepare.call(this, sql);
};
