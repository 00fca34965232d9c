import { afterEach, describe, expect, test } from "@jest/globals";
import type { TestKernel } from "./support/start-kernel.ts";
import { startKernel } from "./support/start-kernel.ts";
import { ofKernel, someOf } from "../jest/short-form.ts";

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
  test.each(someOf(ofKernel(name, REPLACED), 4))(
    "%s: cells keep running, and magics report the cause",
    async (code, why) => {
      kernel = await startKernel(name, { quiet: true });
      expect((await kernel.run(`${code}; 1`)).reply["status"]).toBe("ok");
      const { reply } = await kernel.run("%svc_databases");
      expect(reply["status"]).toBe("error");
      if (name === "tslab") expect(reply["evalue"]).toMatch(why);
      expect((await kernel.run("let sum = 1 + 1; sum")).reply["status"]).toBe("ok");
    },
  );
});
