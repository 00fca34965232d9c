import { afterEach, describe, expect, test } from "@jest/globals";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../src/service/start-service.ts";
import type { TestKernel } from "./support/start-kernel.ts";
import { startKernel, streamText } from "./support/start-kernel.ts";

/** Globals that cells replace, and the error of the magics. */
const REPLACED = [
  ["JSON.stringify = () => { throw new Error('mine'); }", /JSON\.stringify|list databases/],
  ["(globalThis as any).Promise = class {}", /Promise/],
  ["(globalThis as any).Buffer = undefined", /Buffer|list databases/],
  ["Array.prototype.map = () => { throw new Error('mine'); }", /Array\.prototype\.map|mine/],
] as const;

let kernel: TestKernel | undefined;
afterEach(async () => {
  await kernel?.stop();
  kernel = undefined;
});

describe.each(["tslab", "deno"] as const)("svc-%s", (name) => {
  test.each(REPLACED)("%s: cells keep running, and magics report the cause", async (code, why) => {
    kernel = await startKernel(name, { quiet: true });
    expect((await kernel.run(`${code}; 1`)).reply["status"]).toBe("ok");
    const { reply } = await kernel.run("%svc_databases");
    expect(reply["status"]).toBe("error");
    if (name === "tslab") expect(reply["evalue"]).toMatch(why);
    expect((await kernel.run("let sum = 1 + 1; sum")).reply["status"]).toBe("ok");
  });

  test("a query whose result what cells replaced makes wrong says so", async () => {
    const service = await startService({ dataDir: mkdtempSync(join(tmpdir(), "svc-replaced-")), port: 0 });
    try {
      const env = { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
      kernel = await startKernel(name, { quiet: true, env });
      const query = "%%svc_presto information_schema\nselect 1 as n";
      expect(streamText(await kernel.run(query), "stderr")).not.toContain("replaced");
      await kernel.run("Array.prototype.slice = (() => []) as any; 0");
      expect(streamText(await kernel.run(query), "stderr")).toContain(
        "results may be wrong: cells have replaced Array.prototype.slice",
      );
    } finally {
      await service.close();
    }
  });

  test("a thrown value that is not an error is shown", async () => {
    kernel = await startKernel(name, { quiet: true });
    for (const [code, text] of [
      ["throw 'some text'", "some text"],
      ["throw null", "null"],
    ] as const) {
      const { outputs } = await kernel.run(code);
      const shown = outputs.find(([type]) => type === "error")?.[1]["traceback"] as string[];
      expect(shown.join("\n")).toContain(text);
    }
  });

  test("user expressions are evaluated independently", async () => {
    kernel = await startKernel(name, { quiet: true });
    const { reply } = await kernel.client.request("execute_request", {
      code: "let a = 5",
      user_expressions: { twice: "a * 2", none: "null", broken: "nothing.there" },
    });
    expect(reply.content["user_expressions"]).toMatchObject({
      twice: { status: "ok", data: { "text/plain": "10" }, metadata: {} },
      none: { status: "ok", data: { "text/plain": "null" } },
      broken: { status: "error" },
    });
    expect((await kernel.run("1")).reply["execution_count"]).toBe(2);
  });

  test("a cell that throws keeps its imports and the variables set so far", async () => {
    kernel = await startKernel(name, { quiet: true });
    await kernel.run(
      "import { sep } from 'node:path'; const set = 1; throw new Error('then'); const unset = 2;",
    );
    expect(streamText(await kernel.run("console.log(sep, set)"))).toBe("/ 1\n");
    if (name === "tslab")
      expect((await kernel.run("unset")).reply["evalue"]).toContain("Cannot find name 'unset'");
  });
});
