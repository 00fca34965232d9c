// What Node.js loads by its path, as paths below dist. One list per kind of process: its entries share chunks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure-built.mjs";

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const exported = Object.values(exports).flatMap((target) => target.default?.replace("./dist/", "") ?? []);

/** The library, and what runs it inside tslab. */
const LIBRARY = [...exported, "kernel/kernels/child-library.js", "kernel/kernels/tslab/boot.js"];

/** The command, the kernels' proxy, the service's engine, a test's service, and their threads. */
const PROCESSES = [
  "cli/main.js",
  "kernel/main.js",
  "kernel/comms/grid-thread.js",
  "kernel/kernels/tslab/stop/stop-worker.js",
  "engine/process/process-main.js",
  "engine/process/heartbeat.js",
  "engine/compile/compile-thread.js",
  "clusters/prepare-thread.js",
  "testing/main.js",
];

export const NODE_ENTRIES = [LIBRARY, PROCESSES];
