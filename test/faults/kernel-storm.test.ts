import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { childProcesses } from "../kernel/support/child-processes.ts";
import { isAlive, startKernel, streamText, until } from "../kernel/support/start-kernel.ts";
import { longNumber } from "./lib/long-number.ts";
import { report } from "./lib/report.ts";
import { requireTime } from "./lib/require-time.ts";

const RESTARTS = longNumber("SVC_RESTARTS", 100);

test.each(["tslab", "deno"] as const)(
  "svc-%s: answers after each of a hundred restarts and leaves no process",
  async (name) => {
    const pids: number[] = [];
    for (let i = 0; i < RESTARTS; i++) {
      requireTime(`${RESTARTS - i} restarts of svc-${name}`);
      const kernel = await startKernel(name);
      pids.push(kernel.process.pid ?? 0, ...childProcesses(kernel.process.pid ?? 0));
      expect(streamText(await kernel.run(`console.log(${i})`))).toBe(`${i}\n`);
      // Every third kernel is shut down while busy, every third loses its child.
      if (i % 3 === 1) kernel.run("while (true) {}").catch(() => undefined);
      if (i % 3 === 2) {
        const cell = kernel.run("while (true) {}");
        const [child = 0] = childProcesses(kernel.process.pid ?? 0);
        process.kill(child, "SIGKILL");
        expect((await cell).reply["status"]).toBe("error");
      }
      await kernel.stop();
    }
    await until(() => !pids.some(isAlive));
    report(`restarts of svc-${name}`, {
      restarts: RESTARTS,
      processes: pids.length,
      alive: pids.filter(isAlive).length,
    });
  },
);

test.each(["tslab", "deno"] as const)(
  "svc-%s: a flood of output and a cell of megabytes arrive completely",
  async (name) => {
    const kernel = await startKernel(name);
    try {
      const flood = await kernel.run("for (let i = 0; i < 20000; i++) console.log(i)");
      expect(flood.reply["status"]).toBe("ok");
      expect(streamText(flood).split("\n")).toHaveLength(20_001);
      const megabytes = await kernel.run('console.log("x".repeat(8_000_000))');
      expect(streamText(megabytes)).toHaveLength(8_000_001);
      const long = await kernel.run(`const text = "${"y".repeat(2_000_000)}"; console.log(text.length)`);
      expect(streamText(long)).toBe("2000000\n");
    } finally {
      await kernel.stop();
    }
  },
);

test.each(["tslab", "deno"] as const)(
  "svc-%s: a hundred megabytes of output and one line of fifty arrive, and the next cell is answered",
  async (name) => {
    const kernel = await startKernel(name);
    try {
      const lines = await kernel.run('for (let i = 0; i < 100; i++) console.log("x".repeat(1_000_000))');
      expect(lines.reply["status"]).toBe("ok");
      expect(streamText(lines)).toHaveLength(100 * 1_000_001);
      const line = await kernel.run('console.log("y".repeat(50_000_000))');
      expect(streamText(line)).toHaveLength(50_000_001);
      expect(streamText(await kernel.run("console.log(7)"))).toBe("7\n");
      const memory = readFileSync(`/proc/${kernel.process.pid ?? 0}/status`, "utf8");
      report(`a flood in svc-${name}`, {
        megabytes: 150,
        proxy_rss_mb: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1024),
        proxy_highest_mb: Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1024),
      });
    } finally {
      await kernel.stop();
    }
  },
);

test.each(["tslab", "deno"] as const)(
  "svc-%s: a child that hangs is killed with the kernel, and its death ends the cell",
  async (name) => {
    const kernel = await startKernel(name);
    const pids = [kernel.process.pid ?? 0, ...childProcesses(kernel.process.pid ?? 0)];
    const [child = 0] = childProcesses(kernel.process.pid ?? 0);
    const cell = kernel.run("while (true) {}");
    process.kill(child, "SIGSTOP");
    // This request gets no reply; the frontend must not be kept waiting.
    await kernel.client.interrupt();
    if (name === "tslab") {
      await kernel.stop();
    } else {
      process.kill(child, "SIGKILL");
      expect((await cell).reply["status"]).toBe("error");
    }
    cell.catch(() => undefined);
    await kernel.stop();
    await until(() => !pids.some(isAlive));
  },
);
