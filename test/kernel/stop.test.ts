import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { CellResult, TestKernel } from "./support/start-kernel.ts";
import { sleep, startKernel, streamText, until } from "./support/start-kernel.ts";

const STOPPED = { status: "error", ename: "Interrupted", evalue: "the cell was stopped" };

/** A cell that has said `go` and is at work. */
async function startCell(
  kernel: TestKernel,
  code: string,
): Promise<{ said: () => string; ended: Promise<CellResult> }> {
  let text = "";
  const ended = kernel.run(`console.log("go"); ${code}`, {
    onPublished: ({ content }) => void (text += typeof content["text"] === "string" ? content["text"] : ""),
  });
  ended.catch(() => undefined);
  await until(() => text.includes("go"));
  await sleep(50);
  return { said: () => text, ended };
}

describe.each(["tslab", "deno"] as const)("svc-%s", (name) => {
  let kernel: TestKernel;
  beforeAll(async () => {
    kernel = await startKernel(name, { quiet: true });
  });
  afterAll(() => kernel.stop());

  test("Stop ends a busy loop; the kernel and its variables live on", async () => {
    await kernel.run("let kept = 5");
    const { ended } = await startCell(kernel, "while (true) {}");
    expect((await kernel.client.interrupt()).reply.content).toEqual({ status: "ok" });
    const { reply, outputs } = await ended;
    expect(reply).toMatchObject(STOPPED);
    expect(outputs.filter(([type]) => type === "error")).toHaveLength(1);
    expect(streamText(await kernel.run("console.log(kept)"))).toBe("5\n");
  });

  test("Stop between cells stops nothing", async () => {
    await kernel.client.interrupt();
    expect(streamText(await kernel.run("console.log(kept + 1)"))).toBe("6\n");
  });

  test("Stop aborts the cells that are queued", async () => {
    const { ended } = await startCell(kernel, "while (true) {}");
    const queued = kernel.run('console.log("must not run")');
    await sleep(50);
    await kernel.client.interrupt();
    expect((await ended).reply["status"]).toBe("error");
    expect(await queued).toMatchObject({ outputs: [], reply: { status: "aborted" } });
  });

  test("SIGINT is Stop, not the end", async () => {
    const { ended } = await startCell(kernel, "while (true) {}");
    kernel.process.kill("SIGINT");
    expect((await ended).reply).toMatchObject(STOPPED);
    expect((await kernel.run("1")).reply["status"]).toBe("ok");
  });

  if (name === "tslab") {
    test("Stop ends a cell that waits", async () => {
      const { ended } = await startCell(kernel, "await new Promise((done) => setTimeout(done, 60_000))");
      await kernel.client.interrupt();
      expect((await ended).reply).toMatchObject(STOPPED);
      expect(streamText(await kernel.run('console.log("on")'))).toBe("on\n");
    });
  } else {
    test("Stop says that a cell which waits cannot be stopped, and lets it end", async () => {
      const { ended } = await startCell(kernel, "await new Promise((done) => setTimeout(done, 1_500)); 1");
      await kernel.client.interrupt();
      const result = await ended;
      expect(result.reply["status"]).toBe("ok");
      expect(streamText(result, "stderr")).toMatch(/Deno cannot stop .* restart the kernel/);
      expect(streamText(await kernel.run('console.log("on")'))).toBe("on\n");
    });

    // Last: only a restart helps.
    test("Stop says when a busy loop behind an await cannot be stopped", async () => {
      const { said } = await startCell(kernel, "await 1; while (true) {}");
      await kernel.client.interrupt();
      await until(() => said().includes("restart the kernel"));
    });
  }
});
