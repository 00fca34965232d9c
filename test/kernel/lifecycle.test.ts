import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "@jest/globals";
import {
  createConnection,
  createKernelFolder,
  writeConnectionFile,
} from "../../src/kernel/wire/connection-file.ts";
import { isShort, longTest } from "../jest/short-form.ts";
import { kernelSpec } from "../../src/kernel/kernelspec/kernel-spec.ts";
import { childProcesses } from "./support/child-processes.ts";
import type { TestKernel } from "./support/start-kernel.ts";
import { isAlive, sleep, startKernel, until } from "./support/start-kernel.ts";

const WAIT = "await new Promise((done) => setTimeout(done, 60_000))";

describe.each(["tslab", "deno"] as const)("svc-%s", (name) => {
  let kernel: TestKernel | undefined;

  let nth = name === "tslab" ? 0 : 1;
  /** In the short form a kernel has every third test, the other kernel another third. */
  const shared = (title: string, run: () => Promise<void>): void => {
    if (!isShort || nth++ % 3 === 0) test(title, run);
  };
  const start = async (): Promise<TestKernel> => (kernel = await startKernel(name, { quiet: true }));
  afterEach(async () => {
    await kernel?.stop();
    kernel = undefined;
  });

  shared("shutdown is answered and leaves no process, whatever is running", async () => {
    const running = await start();
    const proxy = running.process.pid ?? 0;
    const children = childProcesses(proxy);
    // The real kernel and its guard.
    expect(children).toHaveLength(2);
    await running.run("setInterval(() => undefined, 100)");
    running.run(WAIT).catch(() => undefined);
    await sleep(100);
    const ended = once(running.process, "exit");
    const { reply } = await running.client.shutdown(true);
    expect(reply.type).toBe("shutdown_reply");
    expect(reply.content).toEqual({ status: "ok", restart: true });
    expect(await ended).toEqual([0, null]);
    expect([proxy, ...children].filter(isAlive)).toEqual([]);
  });

  shared("shutdown of a busy loop leaves no process", async () => {
    const running = await start();
    const pids = [running.process.pid ?? 0, ...childProcesses(running.process.pid ?? 0)];
    running.run("while (true) {}").catch(() => undefined);
    await sleep(200);
    const ended = once(running.process, "exit");
    await running.client.shutdown();
    expect(await ended).toEqual([0, null]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  shared("killing the proxy leaves no child, not even one in a busy loop", async () => {
    const running = await start();
    const children = childProcesses(running.process.pid ?? 0);
    running.run("while (true) {}").catch(() => undefined);
    await sleep(200);
    running.process.kill("SIGKILL");
    await until(() => !children.some(isAlive));
  });

  shared("killing the proxy during its start leaves no child", async () => {
    const folder = createKernelFolder();
    const file = writeConnectionFile(await createConnection("svclib"), folder.path);
    const [node = "", ...args] = kernelSpec(name).argv.map((part) => part.replace("{connection_file}", file));
    const proxy = spawn(node, args, { stdio: "ignore" });
    let children: number[] = [];
    await until(() => (children = childProcesses(proxy.pid ?? 0)).length === 2);
    proxy.kill("SIGKILL");
    await until(() => !children.some(isAlive));
    folder.remove();
  });

  shared("the kernel exits when its Jupyter server is killed", async () => {
    const [node = "", ...args] = kernelSpec(name).argv;
    const server = `require("node:child_process").spawn(${JSON.stringify(node)}, process.argv.slice(1), { stdio: "ignore" })`;
    const argv = [node, "-e", server, "--", ...args];
    kernel = await startKernel(name, { argv, env: { JPY_PARENT_PID: "1" }, quiet: true });
    const [proxy = 0] = childProcesses(kernel.process.pid ?? 0);
    const pids = [proxy, ...childProcesses(proxy)];
    expect(pids).toHaveLength(3);
    kernel.process.kill("SIGKILL");
    await until(() => !pids.some(isAlive));
  });

  shared("SIGTERM shuts the kernel down cleanly", async () => {
    const running = await start();
    const children = childProcesses(running.process.pid ?? 0);
    const ended = once(running.process, "exit");
    running.process.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(children.filter(isAlive)).toEqual([]);
  });

  shared("a cell that exits the process fails, and the kernel exits with a code", async () => {
    const running = await start();
    const exit = name === "tslab" ? "process.exit(3)" : "Deno.exit(3)";
    const ended = once(running.process, "exit");
    const { reply, outputs } = await running.run(exit);
    const evalue = `${name} ended (exit code 3)`;
    expect(reply).toMatchObject({ status: "error", ename: "KernelDied", evalue });
    expect(outputs.at(-1)).toEqual([
      "error",
      { ename: "KernelDied", evalue, traceback: [`KernelDied: ${evalue}`] },
    ]);
    expect(await ended).toEqual([1, null]);
  });
});

test("svc-deno without Deno reports it in the notebook", async () => {
  const kernel = await startKernel("deno", { env: { SVC_DENO: "/no/such/deno" }, quiet: true });
  const reason = "SVC_DENO is /no/such/deno, which is not an executable file";
  expect(kernel.info["banner"]).toContain(reason);
  const { reply, outputs } = await kernel.run("1 + 1");
  expect(reply).toMatchObject({ status: "error", evalue: `${reason}; then restart this kernel` });
  expect(outputs.map(([type]) => type)).toEqual(["error"]);
  await kernel.stop();
});

longTest(
  "without a known parent, the kernel of a killed frontend exits once no client is connected",
  async () => {
    const [node = "", ...args] = kernelSpec("tslab").argv;
    const frontend = `require("node:child_process").spawn(${JSON.stringify(node)}, process.argv.slice(1), { stdio: "ignore" })`;
    const argv = [node, "-e", frontend, "--", ...args];
    const kernel = await startKernel("tslab", { argv, env: { JPY_PARENT_PID: "" }, quiet: true });
    const [proxy = 0] = childProcesses(kernel.process.pid ?? 0);
    // Connections are checked every second.
    await sleep(1500);
    kernel.process.kill("SIGKILL");
    await until(() => !isAlive(kernel.process.pid ?? 0));
    await sleep(1500);
    expect(isAlive(proxy)).toBe(true);
    kernel.client.close();
    await until(() => !isAlive(proxy), 30_000);
  },
);
