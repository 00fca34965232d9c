// This folder: a notebook file run through a real kernel without Jupyter, or exported as a script.

import { startKernelProcess, type KernelProcess } from "./kernel-process.ts";
import { kernelSpec, specName, type KernelName } from "../kernelspec/kernel-spec.ts";
import { namedContent, VARIABLES_LOST } from "../cells/error-content.ts";
import { textField, type Content, type Message } from "../wire/message.ts";
import { joinedText, type Cell, type Notebook, type Output } from "./notebook-file.ts";
import { OutputList, withSplitLines, type DisplayIds } from "./output-list.ts";

/** How long a cell may take to stop after its timeout. */
const STOP_MS = 10_000;

export interface ExecutedCell {
  /** Position in the notebook, from 0. */
  readonly index: number;
  readonly source: string;
  readonly executionCount: number | null;
  readonly outputs: readonly Output[];
  /** Set if the cell failed, even if its tag `raises-exception` allows that. */
  readonly error: CellFailure | null;
  readonly elapsedMs: number;
}

export interface CellFailure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

export interface RunNotebookOptions {
  readonly kernel: KernelName;
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cellTimeoutMs: number;
  /** Whether to run the cells after a failed one, as if each had the tag `raises-exception`. */
  readonly allowErrors?: boolean;
  readonly onStart?: (index: number, source: string) => void;
  readonly onCell?: (cell: ExecutedCell) => void;
  /** Aborting it ends the kernel and the run. */
  readonly signal?: AbortSignal;
}

export interface NotebookRun {
  /** The notebook with its outputs; cells after a failed one have none. */
  readonly notebook: Notebook;
  /** The cell that ended the run early. */
  readonly failed: ExecutedCell | null;
}

/** Time limit to start a kernel: a busy machine with a virus scanner takes more than a minute. A kernel that exits is noticed at once. */
const START_MS = 180_000;

/**
 * Runs a notebook's code cells in order in the real kernel, through ZeroMQ and without Python, up to the first failure. A
 * cell tagged `raises-exception` may fail; one tagged `skip-execution` is skipped.
 *
 * @throws Error when the kernel can't be started or exits by itself, and the signal's reason on abort.
 */
export async function runNotebook(notebook: Notebook, options: RunNotebookOptions): Promise<NotebookRun> {
  const { kernel, cwd, env, signal } = options;
  const { argv } = kernelSpec(kernel);
  const executed = structuredClone(notebook);
  for (const cell of executed.cells)
    if (cell.cell_type === "code") Object.assign(cell, { outputs: [], execution_count: null });
  const running = await startKernelProcess({ argv, cwd, readyTimeoutMs: START_MS, ...(env ? { env } : {}) });
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    signal?.throwIfAborted();
    const failed = await Promise.race([runCells(executed, running, options), running.died, aborted]);
    executed.metadata = { ...executed.metadata, ...kernelMetadata(kernel, running.info) };
    return { notebook: executed, failed };
  } finally {
    await running.stop();
  }
}

async function runCells(
  notebook: Notebook,
  kernel: KernelProcess,
  options: RunNotebookOptions,
): Promise<ExecutedCell | null> {
  const displays: DisplayIds = new Map();
  const lists = new Map<Cell, OutputList>();
  let failed: ExecutedCell | null = null;
  for (const [index, cell] of notebook.cells.entries()) {
    const source = joinedText(cell.source);
    const tags = cell.metadata.tags ?? [];
    if (cell.cell_type !== "code" || source.trim() === "" || tags.includes("skip-execution")) continue;
    options.onStart?.(index, source);
    const list = new OutputList(displays);
    lists.set(cell, list);
    const result = await runCell(kernel, index, source, list, options.cellTimeoutMs);
    cell.execution_count = result.executionCount;
    options.onCell?.(result);
    const mayFail = options.allowErrors || tags.includes("raises-exception");
    if (result.error && (result.stuck || !mayFail)) {
      failed = result;
      break;
    }
  }
  // At the end, because a cell may update displays of earlier ones.
  for (const [cell, { outputs }] of lists) cell.outputs = outputs.map(withSplitLines);
  return failed;
}

async function runCell(
  { client }: KernelProcess,
  index: number,
  source: string,
  list: OutputList,
  timeoutMs: number,
): Promise<ExecutedCell & { readonly stuck: boolean }> {
  const startedMs = performance.now();
  const wait = new AbortController();
  let timedOut = false;
  let timer = setTimeout(() => {
    timedOut = true;
    client.interrupt().catch(() => undefined);
    timer = setTimeout(() => wait.abort(), STOP_MS);
  }, timeoutMs);
  const onPublished = (message: Message): void => list.add(message);
  const exchange = client.execute(source, { allowStdin: false, onPublished, signal: wait.signal });
  let content: Content = {};
  try {
    ({ content } = (await exchange).reply);
  } catch (error) {
    // The outputs so far are kept, although the kernel is stuck.
    if (!wait.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  // Later cells need variables that a restarted kernel has lost.
  const stuck = wait.signal.aborted || textField(content, "evalue").endsWith(VARIABLES_LOST);
  const error = timedOut ? timeout(timeoutMs, stuck) : content["status"] === "ok" ? null : failure(content);
  return {
    index,
    source,
    executionCount: typeof content["execution_count"] === "number" ? content["execution_count"] : null,
    outputs: list.outputs,
    error,
    elapsedMs: performance.now() - startedMs,
    stuck,
  };
}

function timeout(timeoutMs: number, stuck: boolean): CellFailure {
  const evalue = `the cell did not end within ${timeoutMs / 1000} s${stuck ? ", and could not be stopped" : ""}`;
  return namedContent("TimeoutError", evalue);
}

function failure(content: Content): CellFailure {
  const { ename = "Error", evalue = "", traceback = [] } = content as Partial<CellFailure>;
  return { ename, evalue, traceback };
}

function kernelMetadata(kernel: KernelName, info: Content): Record<string, unknown> {
  const { display_name, language } = kernelSpec(kernel);
  return {
    kernelspec: { display_name, language, name: specName(kernel) },
    language_info: info["language_info"],
  };
}
