import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { CellResult, TestKernel } from "./support/start-kernel.ts";
import { sleep, startKernel, streamText, until } from "./support/start-kernel.ts";
import { ofKernel, someOf } from "../jest/short-form.ts";

/** Cells that never end, and block or flood the process. */
const ENDLESS = [
  ["a microtask loop", "for (;;) await null"],
  ["a regular expression without end", "/^(a+)+$/.test('a'.repeat(50) + 'b')"],
  ["a line of 10 MB again and again", "const line = 'x'.repeat(10_000_000); for (;;) console.log(line)"],
  ["a flood of output", "for (;;) console.log('x'.repeat(100))"],
  ["a busy loop in a timer", "setTimeout(() => { for (;;); }, 1); await new Promise(() => undefined)"],
  ["a busy loop behind an await", "await 1; for (;;);"],
] as const;

const STOPPED = {
  status: "error",
  ename: "Interrupted",
  evalue: expect.stringContaining("the cell was stopped"),
};

/** A running cell that has printed `go`. */
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

  test("Stop ends a busy loop; the kernel and its variables survive", async () => {
    await kernel.run("let kept = 5");
    const { ended } = await startCell(kernel, "while (true) {}");
    expect((await kernel.client.interrupt()).reply.content).toEqual({ status: "ok" });
    const { reply, outputs } = await ended;
    expect(reply).toMatchObject(STOPPED);
    expect(outputs.filter(([type]) => type === "error")).toHaveLength(1);
    expect(streamText(await kernel.run("console.log(kept)"))).toBe("5\n");
  });

  test("Stop between cells has no effect", async () => {
    await kernel.client.interrupt();
    expect(streamText(await kernel.run("console.log(kept + 1)"))).toBe("6\n");
  });

  test("the reply to Stop is published between busy and idle", async () => {
    const published: unknown[] = [];
    kernel.client.onMessage = ({ parentHeader, content }) => {
      if (parentHeader.msg_type === "interrupt_request") published.push(content["execution_state"]);
    };
    await kernel.client.interrupt();
    await until(() => published.length === 2);
    expect(published).toEqual(["busy", "idle"]);
    kernel.client.onMessage = () => undefined;
  });

  test("Stop aborts the queued cells, even without stop_on_error", async () => {
    const { ended } = await startCell(kernel, "while (true) {}");
    const queued = kernel.run('console.log("must not run")', { stopOnError: false });
    await sleep(50);
    await kernel.client.interrupt();
    expect((await ended).reply["status"]).toBe("error");
    expect(await queued).toMatchObject({ outputs: [], reply: { status: "aborted" } });
  });

  test("SIGINT interrupts the cell, not the kernel", async () => {
    const { ended } = await startCell(kernel, "while (true) {}");
    kernel.process.kill("SIGINT");
    expect((await ended).reply).toMatchObject(STOPPED);
    expect((await kernel.run("1")).reply["status"]).toBe("ok");
  });

  test("Stop ends the wait for a promise that is the last value; variables are kept", async () => {
    await kernel.run("let kept = 7");
    const { ended } = await startCell(kernel, "new Promise(() => undefined)");
    await kernel.client.interrupt();
    expect((await ended).reply).toMatchObject(STOPPED);
    expect(streamText(await kernel.run("console.log(kept)"))).toBe("7\n");
  });

  if (name === "tslab") {
    test("Stop ends a cell that waits", async () => {
      const { ended } = await startCell(kernel, "await new Promise((done) => setTimeout(done, 60_000))");
      await kernel.client.interrupt();
      expect((await ended).reply).toMatchObject(STOPPED);
      expect(streamText(await kernel.run('console.log("on")'))).toBe("on\n");
    });

    test("a package that Stop meets while it is loaded is whole afterwards", async () => {
      const folder = join(kernel.cwd, "node_modules", "slow");
      mkdirSync(folder, { recursive: true });
      const busy = "console.log('go'); const end = Date.now() + 1_000; while (Date.now() < end);";
      writeFileSync(join(folder, "index.js"), `${busy} exports.value = 1;`);
      const { ended } = await startCell(kernel, 'require("slow"); for (;;);');
      await kernel.client.interrupt();
      expect((await ended).reply).toMatchObject(STOPPED);
      expect(streamText(await kernel.run('console.log(require("slow").value)'))).toBe("1\n");
    });

    test.each(someOf(ofKernel(name, ENDLESS), 3))("Stop ends %s; variables are kept", async (_, code) => {
      await kernel.run("let held = 7");
      const { ended } = await startCell(kernel, code);
      await kernel.client.interrupt();
      expect((await ended).reply).toMatchObject(STOPPED);
      expect(streamText(await kernel.run("console.log(held)"))).toBe("7\n");
    });
  } else {
    test.each([
      ["a cell that waits", "await new Promise(() => undefined)"] as const,
      ...someOf(ofKernel(name, ENDLESS), 3),
    ])("Stop ends %s, and reports whether the variables are lost", async (_, code) => {
      await kernel.run("let held = 7");
      const { ended } = await startCell(kernel, code);
      await kernel.client.interrupt();
      const { reply } = await ended;
      expect(reply).toMatchObject({ status: "error", ename: "Interrupted" });
      const isLost = String(reply["evalue"]).endsWith("by restarting deno: all variables are lost");
      // Remaining output of the flood may come first.
      expect(streamText(await kernel.run("console.log(typeof held)"))).toMatch(
        isLost ? /undefined\n$/ : /number\n$/,
      );
    });
  }
});
