import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { Notebook } from "../../../src/kernel/notebook/notebook-file.ts";
import { readNotebook } from "../../../src/kernel/notebook/notebook-file.ts";
import type { RunNotebookOptions } from "../../../src/kernel/notebook/run-notebook.ts";
import { runNotebook } from "../../../src/kernel/notebook/run-notebook.ts";
import { longTest } from "../../jest/short-form.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const code = (source: string | string[], tags?: string[]) => ({
  cell_type: "code",
  source,
  metadata: tags ? { tags } : {},
});

const notebook = (...cells: Notebook["cells"]): Notebook => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { title: "t" },
  cells,
});

const options: RunNotebookOptions = {
  kernel: "deno",
  cwd: folder,
  env: { ...process.env, SVC_API_KEY: "1/test", SVC_API_SERVER: "http://127.0.0.1:9" },
  cellTimeoutMs: 30_000,
};

describe("runNotebook", () => {
  test("runs code cells in order, writes outputs and metadata, and stops at the first failing cell", async () => {
    const given = notebook(
      { cell_type: "markdown", source: "# hello", metadata: {} },
      code(["const x = 20;\n", 'console.log("a"); console.log("b"); x + 1']),
      code("throw new Error('allowed')", ["raises-exception"]),
      code("   "),
      code("throw new Error('left out')", ["skip-execution"]),
      code("throw new RangeError('stop here')"),
      code("never"),
    );
    const started: number[] = [];
    const { notebook: executed, failed } = await runNotebook(given, {
      ...options,
      onStart: (index) => started.push(index),
    });
    expect(started).toEqual([1, 2, 5]);
    expect(failed).toMatchObject({
      index: 5,
      executionCount: 3,
      error: { ename: "RangeError", evalue: "stop here" },
    });
    expect(executed.cells[1]).toMatchObject({
      execution_count: 1,
      outputs: [
        { output_type: "stream", name: "stdout", text: ["a\n", "b\n"] },
        { output_type: "execute_result", execution_count: 1, data: { "text/plain": ["21"] }, metadata: {} },
      ],
    });
    expect(executed.cells[2]).toMatchObject({
      outputs: [{ output_type: "error", ename: "Error", evalue: "allowed" }],
    });
    expect(executed.cells[6]).toMatchObject({ execution_count: null, outputs: [] });
    expect(executed.metadata).toMatchObject({
      title: "t",
      kernelspec: { name: "svc-deno", display_name: "TypeScript (Deno) + svclib", language: "typescript" },
      language_info: { name: "typescript", file_extension: ".ts" },
    });
    expect(given.cells[1]).not.toHaveProperty("outputs");
  });

  test("a cell that exceeds its time limit is stopped and fails", async () => {
    const { failed } = await runNotebook(notebook(code("while (true) {}")), {
      ...options,
      cellTimeoutMs: 300,
    });
    expect(failed?.error).toMatchObject({
      ename: "TimeoutError",
      evalue: "the cell did not end within 0.3 s",
    });
  });

  test("with allowErrors the cells after a failed one run too", async () => {
    const given = notebook(code("throw new RangeError('go on')"), code("20 + 1"));
    const { notebook: executed, failed } = await runNotebook(given, { ...options, allowErrors: true });
    expect(failed).toBeNull();
    expect(executed.cells[0]?.outputs).toMatchObject([{ output_type: "error", evalue: "go on" }]);
    expect(executed.cells[1]?.outputs).toMatchObject([{ data: { "text/plain": ["21"] } }]);
  });

  longTest("a cell that can't be stopped ends the run, with the outputs so far", async () => {
    const given = notebook(
      code("20 + 1"),
      code("console.log('begun'); await new Promise(() => undefined)", ["raises-exception"]),
      code("never"),
    );
    const { notebook: executed, failed } = await runNotebook(given, { ...options, cellTimeoutMs: 1000 });
    expect(failed).toMatchObject({
      index: 1,
      error: { evalue: "the cell did not end within 1 s, and could not be stopped" },
    });
    expect(executed.cells[0]?.outputs).toMatchObject([{ data: { "text/plain": ["21"] } }]);
    expect(executed.cells[1]?.outputs?.[0]).toMatchObject({ name: "stdout", text: ["begun\n"] });
    expect(executed.cells[2]?.outputs).toEqual([]);
  });

  test("a cell that ends the kernel fails", async () => {
    const { failed } = await runNotebook(notebook(code("Deno.exit(4)")), options);
    expect(failed?.error?.evalue).toBe("deno ended (exit code 4)");
  });

  test("an abort ends the kernel and the run", async () => {
    const stop = new AbortController();
    const run = runNotebook(notebook(code("await new Promise(() => undefined)")), {
      ...options,
      signal: stop.signal,
      onStart: () => stop.abort(new Error("stopped by hand")),
    });
    await expect(run).rejects.toThrow("stopped by hand");
  });
});

describe("readNotebook", () => {
  test("names the file and the problem", async () => {
    const path = join(folder, "old.ipynb");
    writeFileSync(path, '{"nbformat":3,"worksheets":[]}');
    await expect(readNotebook(path)).rejects.toThrow(`${path} is not a notebook of nbformat 4`);
    const missing = join(folder, "missing.ipynb");
    await expect(readNotebook(missing)).rejects.toThrow(`${missing} can't be read: it does not exist`);
    await expect(readNotebook(folder)).rejects.toThrow(`${folder} can't be read: it is a folder`);
  });
});
