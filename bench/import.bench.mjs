// How long a process takes that imports "svclib/pandas_td" and exits, compared with one that imports nothing.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledUrl } from "../dist/kernel/kernels/deno/own-imports.js";
import { findDeno } from "../dist/kernel/kernels/deno/find-deno.js";
import { median, rounds, signed } from "./lib/measure.mjs";

const aimMs = 150;
const runtimes = {
  Node: {
    command: [process.execPath, "--disable-warning=ExperimentalWarning"],
    url: import.meta.resolve("svclib/pandas_td"),
  },
  Deno: {
    command: [findDeno(), "run", "--no-config", "--allow-all", "--quiet"],
    url: bundledUrl("svclib/pandas_td"),
  },
};

function time([program, ...args], script) {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(program, [...args, script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return performance.now() - startedMs;
}

export default async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  try {
    return Object.entries(runtimes).map(([name, { command, url }]) => {
      const nothing = join(folder, `${name}-nothing.mjs`);
      const library = join(folder, `${name}-library.mjs`);
      writeFileSync(nothing, "");
      const check = 'if (typeof td.read_svc_query !== "function") throw new Error("not the library");';
      writeFileSync(library, `import * as td from ${JSON.stringify(url)};\n${check}\n`);
      const samples = { nothing: [], library: [] };
      // The first run fills the disk cache and, in Deno, the cache of checked sources.
      for (let round = -1; round < 2 * rounds; round++) {
        const pair = [time(command, nothing), time(command, library)];
        if (round < 0) continue;
        samples.nothing.push(pair[0]);
        samples.library.push(pair[1]);
      }
      const [ours, bare] = [median(samples.library), median(samples.nothing)];
      return {
        what: `import "svclib/pandas_td" in ${name}`,
        ours: `${ours.toFixed(0)} ms`,
        peer: `an empty module: ${bare.toFixed(0)} ms`,
        ratio: `${signed((ours - bare).toFixed(0))} ms`,
        aim: `<= +${aimMs} ms`,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
