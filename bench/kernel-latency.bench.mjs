// Overhead of the proxy over the bare kernels: a trivial cell until its reply and idle, and the start until kernel_info and the first cell.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startKernelProcess } from "../dist/kernel/notebook/kernel-process.js";
import { kernelSpec } from "../dist/kernel/kernelspec/kernel-spec.js";
import { findDeno } from "../dist/kernel/kernels/deno/find-deno.js";
import { fileURLToPath } from "node:url";
import { median, signed } from "./lib/measure.mjs";

const starts = Number(process.env["SVC_BENCH_ROUNDS"] ?? 5);
/** Bare tslab loses a message near its 512th send and then never ends the cell, so each start runs fewer cells. */
const cells = 100;
const warmUp = 15;

const tslab = fileURLToPath(import.meta.resolve("tslab/bin/tslab"));
const bare = {
  tslab: [process.execPath, tslab, "kernel", "--config-path={connection_file}"],
  deno: [findDeno(), "jupyter", "--quiet", "--kernel", "--conn", "{connection_file}"],
};
const aims = { tslab: { cell: 0.8, start: 100 }, deno: { cell: 2, start: 300 } };

async function start(argv, cwd) {
  const env = { ...process.env, NO_COLOR: "1", SVC_API_KEY: "1/bench", SVC_API_SERVER: "http://127.0.0.1:9" };
  const startedMs = performance.now();
  const kernel = await startKernelProcess({ argv, cwd, env, stdio: "ignore" });
  const infoMs = performance.now() - startedMs;
  await kernel.client.execute("1");
  return { kernel, infoMs, firstMs: performance.now() - startedMs };
}

async function time(kernel) {
  const startedMs = performance.now();
  await kernel.client.execute("1");
  return performance.now() - startedMs;
}

async function measureKernel(name, cwd) {
  const samples = { ours: { info: [], first: [], cell: [] }, peer: { info: [], first: [], cell: [] } };
  for (let round = 0; round < starts; round++) {
    const peer = await start(bare[name], cwd);
    const ours = await start(kernelSpec(name).argv, cwd);
    for (const [side, { infoMs, firstMs }] of Object.entries({ ours, peer })) {
      samples[side].info.push(infoMs);
      samples[side].first.push(firstMs);
    }
    // Interleaved, so that other load affects both alike. Interleaving favours neither: two bare kernels differ by less than 0.2 ms, and
    // ours and the bare one differ as much when measured alone.
    for (let i = 0; i < warmUp + cells; i++) {
      const oursMs = await time(ours.kernel);
      const peerMs = await time(peer.kernel);
      if (i < warmUp) continue;
      samples.ours.cell.push(oursMs);
      samples.peer.cell.push(peerMs);
    }
    await Promise.all([ours.kernel.stop(), peer.kernel.stop()]);
  }
  const row = (what, key, digits, aimMs) => {
    const [ours, peer] = [median(samples.ours[key]), median(samples.peer[key])];
    return {
      what: `${name}: ${what}`,
      ours: `${ours.toFixed(digits)} ms`,
      peer: `bare kernel: ${peer.toFixed(digits)} ms`,
      ratio: `${signed((ours - peer).toFixed(digits))} ms`,
      aim: `<= +${aimMs} ms`,
    };
  };
  return [
    row("a trivial cell", "cell", 2, aims[name].cell),
    row("start to kernel_info", "info", 0, aims[name].start),
    row("start to the first cell's end", "first", 0, aims[name].start),
  ];
}

/**
 * A notebook's folder where bare tslab finds Node's types. Without them it starts sooner, but can't compile `console.log`; ours includes
 * the types, so for a fair comparison both must read them.
 */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  const types = join(folder, "node_modules", "@types");
  mkdirSync(types, { recursive: true });
  const nodeTypes = dirname(createRequire(import.meta.url).resolve("@types/node/package.json"));
  symlinkSync(nodeTypes, join(types, "node"), "junction");
  return folder;
}

export default async function measure() {
  const cwd = makeFolder();
  try {
    return [...(await measureKernel("tslab", cwd)), ...(await measureKernel("deno", cwd))];
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
