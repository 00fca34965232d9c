import { afterEach, expect, test } from "@jest/globals";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startKernel, type TestKernel } from "../../../support/start-kernel.ts";

let kernel: TestKernel;
afterEach(() => kernel.stop());

test("packages that come and go beside a running kernel make no cell fail", async () => {
  kernel = await startKernel("tslab");
  const packages = join(kernel.cwd, "node_modules");
  mkdirSync(join(packages, "there"), { recursive: true });
  writeFileSync(join(packages, "there", "index.js"), "exports.a = 1");
  const missing = await kernel.run('import { b } from "late"; console.log(b)');
  expect(missing.reply["status"]).toBe("error");
  await kernel.run("1 + 1");
  const outputs: unknown[] = [];
  // As npm does it: into place by a rename, others away.
  const install = (at: number): void => {
    const folder = join(packages, `.late-${at}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "index.js"), "exports.b = 2");
    writeFileSync(join(folder, "index.d.ts"), "export declare const b: number;");
    renameSync(folder, join(packages, at === 3 ? "late" : `other-${at}`));
    renameSync(packages, `${packages}-away`);
    renameSync(`${packages}-away`, packages);
  };
  for (const at of [1, 2, 3]) {
    install(at);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { outputs: shown } = await kernel.run(`const x${at} = ${at}; console.log(x${at})`);
    outputs.push(shown);
  }
  expect(outputs).toEqual([1, 2, 3].map((at) => [["stream", { name: "stdout", text: `${at}\n` }]]));
});
