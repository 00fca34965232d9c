import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installKernelSpecs } from "../../src/kernel/kernelspec/install.ts";
import { jupyterProgram } from "./lib/start-jupyter-lab.ts";

const run = promisify(execFile);
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "svclib-nbclient-"));
  installKernelSpecs({ prefix: home });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each(["svc-tslab", "svc-deno"])(
  "nbclient receives every output of sixty cells from %s",
  async (kernel) => {
    const cells = Array.from({ length: 60 }, (_, i) => ({
      cell_type: "code",
      id: `cell-${i}`,
      metadata: {},
      source: i % 2 === 0 ? `${i} + 1` : `console.log("said", ${i + 1})`,
      execution_count: null,
      outputs: [],
    }));
    const path = join(home, `${kernel}.ipynb`);
    const metadata = { kernelspec: { name: kernel, display_name: kernel, language: "typescript" } };
    writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }));
    await run(jupyterProgram("jupyter-execute"), ["--inplace", path], {
      env: {
        ...process.env,
        JUPYTER_PATH: join(home, "share", "jupyter"),
        JUPYTER_RUNTIME_DIR: home,
        JUPYTER_CONFIG_DIR: home,
      },
    });
    const executed = JSON.parse(readFileSync(path, "utf8")) as {
      cells: { outputs: unknown[]; execution_count: number }[];
    };
    expect(executed.cells.map(({ outputs }) => outputs.length)).toEqual(Array(60).fill(1));
    expect(executed.cells.map((cell) => cell.execution_count)).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
    executed.cells.forEach(({ outputs }, i) => expect(JSON.stringify(outputs)).toContain(String(i + 1)));
  },
);
