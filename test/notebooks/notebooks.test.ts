import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Output } from "../../src/kernel/notebook/notebook-file.ts";
import { joinedText, readNotebook } from "../../src/kernel/notebook/notebook-file.ts";
import { type ExecutedCell, runNotebook } from "../../src/kernel/notebook/run-notebook.ts";
import { type Service, startService } from "../../src/service/start-service.ts";

const folder = fileURLToPath(new URL("../../notebooks/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

let home: string;
let service: Service;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-notebooks-"));
  service = await startService({ dataDir: join(home, "data"), samples: true });
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

async function cellsOf(name: string, kernel: "tslab" | "deno"): Promise<ExecutedCell[]> {
  const cells: ExecutedCell[] = [];
  const { failed } = await runNotebook(await readNotebook(join(folder, name)), {
    kernel,
    cwd: home,
    env: { ...process.env, SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url },
    cellTimeoutMs: 60_000,
    onCell: (cell) => cells.push(cell),
  });
  expect(failed?.error ?? null).toBeNull();
  return cells;
}

/** Shown for a moment when a machine is slow: `presto job 4: running`. */
const isProgress = (text: string): boolean => /^(presto|hive) job \d+: /.test(text);

/** Tables and charts: how the kernels write out other values is their own affair. */
function shown(output: Output): string[] {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return [];
  const { data } = output;
  const text = joinedText((data["text/plain"] ?? "") as string | string[]);
  const types = Object.keys(data).sort();
  return types.length > 1 && !isProgress(text) ? [`${types.join(", ")}\n${text}`] : [];
}

const comparable = (cells: readonly ExecutedCell[]): string[] =>
  cells
    // The list of jobs is longer for the kernel that runs second.
    .filter(({ source }) => !source.startsWith("%svc_jobs"))
    .map(({ source, outputs }) => [source, ...outputs.flatMap(shown)].join("\n=> "));

describe.each(names)("%s", (name) => {
  test("runs on both kernels and shows the same tables and charts", async () => {
    const tslab = await cellsOf(name, "tslab");
    const deno = await cellsOf(name, "deno");
    expect(tslab.length).toBeGreaterThan(2);
    expect(comparable(deno)).toEqual(comparable(tslab));
  }, 180_000);
});
