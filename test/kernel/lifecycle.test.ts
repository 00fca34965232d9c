import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { childProcesses } from "./support/child-processes.ts";
import type { CellResult, TestKernel } from "./support/start-kernel.ts";
import { isAlive, sleep, startKernel, streamText, until } from "./support/start-kernel.ts";

const WAIT = "await new Promise((done) => setTimeout(done, 60_000))";

describe.each(["tslab", "deno"] as const)("svc-%s", (name) => {
  let kernel: TestKernel | undefined;

  const start = async (): Promise<TestKernel> => (kernel = await startKernel(name));
  afterEach(async () => {
    await kernel?.stop();
    kernel = undefined;
  });

  /** Runs a cell, stops it once it has said `go`, and waits for its end. */
  const stopped = async (running: TestKernel, code: string): Promise<CellResult> => {
    let started: () => void = () => undefined;
    const saidGo = new Promise<void>((resolve) => (started = resolve));
    const cell = running.run(`console.log("go"); ${code}`, {
      onPublished: ({ type }) => void (type === "stream" && started()),
    });
    await saidGo;
    await sleep(50);
    expect((await running.client.interrupt()).reply.content).toEqual({ status: "ok" });
    return cell;
  };

  test("Stop ends a busy loop; the kernel and its variables live on", async () => {
    const running = await start();
    await running.run("let kept = 5");
    const { reply, outputs } = await stopped(running, "while (true) {}");
    expect(reply).toMatchObject({ status: "error", ename: "Interrupted", evalue: "the cell was stopped" });
    expect(outputs.at(-1)?.[0]).toBe("error");
    expect(streamText(await running.run("console.log(kept)"))).toBe("5\n");
    await running.client.interrupt();
    expect(streamText(await running.run("console.log(kept + 1)"))).toBe("6\n");
  });

  test("Stop aborts the cells that are queued", async () => {
    const running = await start();
    const cell = stopped(running, "while (true) {}");
    await until(() => childProcesses(running.process.pid ?? 0).length > 0);
    const queued = running.run('console.log("must not run")');
    expect((await cell).reply["status"]).toBe("error");
    expect((await queued).reply["status"]).toBe("aborted");
  });

  if (name === "tslab") {
    test("Stop ends a cell that waits", async () => {
      const running = await start();
      const { reply } = await stopped(running, WAIT);
      expect(reply).toMatchObject({ status: "error", ename: "Interrupted", evalue: "the cell was stopped" });
      expect(streamText(await running.run('console.log("on")'))).toBe("on\n");
    });
  } else {
    test("Stop says when a busy loop behind an await cannot be stopped", async () => {
      const running = await start();
      let said = "";
      const cell = running.run('await 1; console.log("go"); while (true) {}', {
        onPublished: ({ content }) =>
          void (said += typeof content["text"] === "string" ? content["text"] : ""),
      });
      cell.catch(() => undefined);
      await until(() => said.includes("go"));
      await running.client.interrupt();
      await until(() => said.includes("restart the kernel"));
    });

    test("Stop says that a cell which waits cannot be stopped, and lets it end", async () => {
      const running = await start();
      const result = await stopped(running, "await new Promise((done) => setTimeout(done, 1_500)); 1");
      expect(result.reply["status"]).toBe("ok");
      expect(streamText(result, "stderr")).toMatch(/Deno cannot stop .* restart the kernel/);
      expect(streamText(await running.run('console.log("on")'))).toBe("on\n");
    });
  }

  test("shutdown is answered and leaves no process, whatever still runs", async () => {
    const running = await start();
    const proxy = running.process.pid ?? 0;
    const children = childProcesses(proxy);
    expect(children).toHaveLength(1);
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

  test("shutdown of a busy loop leaves no process", async () => {
    const running = await start();
    const pids = [running.process.pid ?? 0, ...childProcesses(running.process.pid ?? 0)];
    running.run("while (true) {}").catch(() => undefined);
    await sleep(200);
    const ended = once(running.process, "exit");
    await running.client.shutdown();
    expect(await ended).toEqual([0, null]);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test("a killed proxy leaves no child behind", async () => {
    const running = await start();
    const children = childProcesses(running.process.pid ?? 0);
    await running.run("setInterval(() => undefined, 100)");
    running.process.kill("SIGKILL");
    await until(() => !children.some(isAlive));
  });

  test("SIGTERM ends the kernel in order", async () => {
    const running = await start();
    const children = childProcesses(running.process.pid ?? 0);
    const ended = once(running.process, "exit");
    running.process.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(children.filter(isAlive)).toEqual([]);
  });

  test("SIGINT is Stop, not the end", async () => {
    const running = await start();
    let started: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (started = resolve));
    const cell = running.run('console.log("go"); while (true) {}', {
      onPublished: ({ type }) => void (type === "stream" && started()),
    });
    await busy;
    await sleep(50);
    running.process.kill("SIGINT");
    expect((await cell).reply["status"]).toBe("error");
    expect((await running.run("1")).reply["status"]).toBe("ok");
  });

  test("a cell that ends the process fails, and the kernel ends with an exit code", async () => {
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

  test("imports of the notebook's folder and of its packages work", async () => {
    const running = await start();
    writeFileSync(join(running.cwd, "mine.ts"), "export const mine: number = 11;\n");
    const specifier = name === "tslab" ? "./mine" : "./mine.ts";
    expect(streamText(await running.run(`import { mine } from "${specifier}"; console.log(mine)`))).toBe(
      "11\n",
    );
  });
});
