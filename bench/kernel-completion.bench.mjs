// Completion in a magic cell from the cached catalogue, through the real proxy over ZeroMQ, compared with the kernel's own completion.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKernelProcess } from "../dist/kernel/notebook/kernel-process.js";
import { kernelSpec } from "../dist/kernel/kernelspec/kernel-spec.js";
import { median, rounds } from "./lib/measure.mjs";
import { withService } from "./lib/service.mjs";

const aimMs = 30;
const perRound = 20;
const WARM_WITHIN_MS = 30_000;

/** Unfinished SQL; the reply must contain the column. */
const magic = {
  code: "%%svc_presto sample_datasets\nselect s.sym from stocks s",
  at: "select s.sym",
  has: "symbol",
};
const ordinary = { code: "Math.fl", at: "Math.fl", has: "floor" };

async function complete(client, { code, at }) {
  const cursor = code.indexOf(at) + at.length;
  const startedMs = performance.now();
  const { reply } = await client.request("complete_request", { code, cursor_pos: cursor });
  return { ms: performance.now() - startedMs, matches: reply.content.matches };
}

async function warm(client, asked) {
  const deadline = Date.now() + WARM_WITHIN_MS;
  while (!(await complete(client, asked)).matches.some((match) => match.endsWith(asked.has)))
    if (Date.now() > deadline) throw new Error(`no completion ${asked.has} within ${WARM_WITHIN_MS} ms`);
}

async function measureKernel(name, env) {
  const cwd = mkdtempSync(join(tmpdir(), "svclib-bench-"));
  const kernel = await startKernelProcess({
    argv: kernelSpec(name).argv,
    cwd,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  try {
    const { client } = kernel;
    for (const asked of [magic, ordinary]) await warm(client, asked);
    const samples = { magic: [], ordinary: [] };
    for (let i = 0; i < rounds * perRound; i++) {
      samples.magic.push((await complete(client, magic)).ms);
      samples.ordinary.push((await complete(client, ordinary)).ms);
    }
    const ours = median(samples.magic);
    return {
      what: `${name}: a column completed in a magic cell`,
      ours: `${ours.toFixed(1)} ms`,
      peer: `the kernel's own, of Math: ${median(samples.ordinary).toFixed(1)} ms`,
      ratio: (ours / median(samples.ordinary)).toFixed(2),
      aim: `<= ${aimMs} ms`,
    };
  } finally {
    await kernel.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

export default () =>
  withService(async ({ env }) => [await measureKernel("tslab", env), await measureKernel("deno", env)]);
