// Runs inside Deno's kernel, imported by the proxy's first hidden cell.
import { isSvcError } from "../../../core/error-guards.ts";
import { rowNames } from "../../../core/decode/nested-values.ts";
import { parseServiceType, type ServiceType } from "../../../core/wire/service-type.ts";
import { isAnyTable, type AnyTable } from "../../../magics/display/table/any-table.ts";
import { isPromise } from "../../../magics/display/displayable.ts";
import { LAST_VALUE } from "../../../magics/built-in-names.ts";
import type { NotebookHost } from "../../../magics/notebook-host.ts";
import type { ChildLibrary, ChildEvent } from "../child-library.ts";
import { INTERRUPTED_CELL, namedContent, shownValue, type ErrorContent } from "../../cells/error-content.ts";
import { CellWork, lostRejection, lostThrow } from "../cell-work.ts";
import { replacedHint } from "../own-globals.ts";
import { describeValue, plainProperty } from "./describe-value.ts";
import { displayContent, showValue } from "../show-value.ts";
import { showWrites, type DenoStreams } from "./show-writes.ts";

const END_AFTER_MS = 1_000;
/** Time for a stopped operation to fail its cell. */
const GRACE_MS = 3_000;
/** The folder of this file, as in stack frames of the library: Deno decodes addresses there. */
const BUNDLE = decodeURIComponent(new URL(".", import.meta.url).href);
/** Global property with the functions that hidden cells call. */
const CALLS = Symbol.for("svclib");

/** The part of the Deno namespace that this module uses. */
interface Deno extends DenoStreams {
  readonly internal?: symbol;
  readonly stdin: { readonly readable: AsyncIterable<Uint8Array> };
  readonly jupyter: { broadcast(type: string, content: object): Promise<void> };
  readonly exit: (code: number) => never;
  readonly inspect: (value: unknown) => string;
}

/** Displays the value of a cell's last expression; called at the end of every successful cell. */
type BroadcastResult = (executionCount: number, result: unknown) => Promise<void>;

// Captured early, because cells may replace globals and members of Deno.
const { Deno: deno } = globalThis as unknown as { readonly Deno: Deno };
const { jupyter, exit, inspect, stdin } = deno;
const publish: typeof jupyter.broadcast = jupyter.broadcast.bind(jupyter);
const later = setTimeout;
const OwnPromise = Promise;
const { is } = Object;
/** Indirect eval: sees declarations of cells, which are not properties of the global object. */
const evaluate = globalThis.eval;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Global names from before the first cell, which are not variables of the notebook. */
const builtIn = new Set(Object.getOwnPropertyNames(globalThis));

const work = new CellWork();

const host: NotebookHost = {
  display: (bundle, { displayId, update = false } = {}) => {
    void publish(update ? "update_display_data" : "display_data", displayContent(bundle, displayId));
  },
  beforeEnd: work.start,
  print: (text, stream = "stdout") => void publish("stream", { name: stream, text }),
  bind: (name, value) => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
  },
  variable: (name) => {
    if (builtIn.has(name) || !IDENTIFIER.test(name)) return null;
    try {
      const value: unknown = evaluate(name);
      return library && Object.hasOwn(library.names, name) && library.names[name] === value
        ? null
        : { value };
    } catch {
      // Undeclared, or declared by a cell that failed before its initialization.
      return null;
    }
  },
};

/** Key for messages that only the proxy may read. */
let key: string | undefined;
let library: ChildLibrary | undefined;
let loading: Promise<ChildLibrary> | undefined;
/** The running cell's value, if it is passed by {@link passValue}. */
let passed: { readonly value: unknown } | undefined;

async function load(): Promise<ChildLibrary> {
  loading ??= Promise.all([
    import("../child-library.ts"),
    // Loaded ahead, so that the first cell that imports them does not wait.
    import("../../../core/pandas-td.ts"),
    import("./sealed.ts"),
  ]).then(([{ openLibrary }, , { seal }]) => {
    const notify = (event: ChildEvent): void => {
      if (key !== undefined) void publish("svc_event", { sealed: seal(key, event) });
    };
    library = openLibrary(host, notify, replacedHint);
    for (const [name, value] of Object.entries(library.names))
      if (!(name in globalThis)) bindQuietly(name, value);
    return library;
  });
  return loading;
}

/** Sets a global that a cell may declare. */
function bindQuietly(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/** Sends the proxy the names that are variables of the notebook. */
async function answerBound(names: readonly string[]): Promise<void> {
  await publish("svc_bound", { bound: (await load()).bound(names) });
}

/** Copies a displayed table for the grid, and tells the proxy when that is done. */
async function copyGrid(grid: string): Promise<void> {
  const message = await load()
    .then((loaded) => loaded.copyGrid(grid))
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  await publish("svc_grid", { grid, message });
}

/** Sends the proxy the columns of the variables that can stand in FROM. */
async function answerTables(names: readonly string[]): Promise<void> {
  await publish("svc_tables", { tables: (await load()).tables(names) });
}

/** Sends the proxy the columns of the table in a variable, or the fields of a nested row in it. */
async function answerColumns([name = "", ...fields]: readonly string[]): Promise<void> {
  const value = host.variable(name)?.value;
  await publish("svc_columns", { columns: isAnyTable(value) ? namesIn(value, fields) : [] });
}

function namesIn(table: AnyTable, [column, ...fields]: readonly string[]): readonly string[] {
  if (column === undefined) return table.columnNames();
  const type = fields.reduce<ServiceType | undefined>(
    (row, field) => row?.inner[row.fieldNames.indexOf(field)],
    parseServiceType(table.types?.[column] ?? ""),
  );
  return rowNames(type) ?? [];
}

/** Sends the proxy what it can say of a variable, or of a property of one, without running code of the notebook. */
async function answerDescription([name = "", ...properties]: readonly string[]): Promise<void> {
  const { names } = await load();
  const target = properties.reduce(
    (owner, property) => owner && plainProperty(owner.value, property),
    plainVariable(name),
  );
  const library = Object.keys(names).find((one) => target !== null && names[one] === target.value);
  const description = target && {
    ...describeValue([name, ...properties].join("."), target.value),
    ...(library === undefined ? {} : { library }),
  };
  await publish("svc_description", { description });
}

/** A variable or global that is not a getter; null if there is none. */
function plainVariable(name: string): { readonly value: unknown } | null {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if (!IDENTIFIER.test(name) || (own === undefined ? name in globalThis : !("value" in own))) return null;
  try {
    return { value: evaluate(name) as unknown };
  } catch {
    return null;
  }
}

/** Sends the proxy an expression's value in the form of `user_expressions`. */
async function answerValue(read: () => Promise<unknown>): Promise<void> {
  const value = await read();
  await publish("svc_value", shownValue((await showValue(value, load)) ?? { "text/plain": inspect(value) }));
}

/** Sends the proxy the syntax error of a module; an empty message if there is none. */
async function answerSyntax(url: string): Promise<void> {
  const message = await import(url).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await publish("svc_syntax", { message });
}

/** Rejects the wait for a cell's value. */
let endWait: ((error: Error) => void) | undefined;

/** Awaits a cell's value if it is a promise; Stop ends the wait. */
async function settled(value: unknown): Promise<unknown> {
  if (!isPromise(value)) return value;
  try {
    return await new OwnPromise((resolve, reject) => {
      endWait = reject;
      value.then(resolve, reject);
    });
  } finally {
    endWait = undefined;
  }
}

/** Stops what the cell waits for. @returns the number of stopped operations */
function interrupt(): number {
  const count = library?.interruptAll() ?? 0;
  const end = endWait;
  if (end === undefined) return count;
  // A stopped operation fails the cell with its own, more specific error.
  const stop = (): void =>
    end(Object.assign(new Error(INTERRUPTED_CELL.evalue), { name: INTERRUPTED_CELL.ename }));
  later(stop, count === 0 ? 0 : GRACE_MS);
  return count + 1;
}

/** Handles the proxy's commands, one per line. The end of stdin means that the proxy is gone. */
async function followProxy(): Promise<void> {
  const decoder = new TextDecoder();
  let unfinished = "";
  for await (const chunk of stdin.readable) {
    const lines = (unfinished + decoder.decode(chunk, { stream: true })).split("\n");
    unfinished = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("key ")) key = line.slice("key ".length);
      if (line.startsWith("copy-grid ")) void copyGrid(line.slice("copy-grid ".length));
      if (line === "expect-chart") library?.expectChart();
      if (line === "interrupt") void publish("svc_interrupted", { count: interrupt() });
    }
  }
  // Time to stop running jobs on the service before the exit.
  later(() => exit(0), (library?.interruptAll() ?? 0) === 0 ? 0 : END_AFTER_MS);
}

/**
 * Makes every successful cell end with a private message after all its output, and displays tables from any copy of Arquero.
 * @returns false if this version of Deno does not allow it.
 */
function endCells(): boolean {
  const internals = deno as unknown as Record<symbol, { jupyter?: { broadcastResult?: BroadcastResult } }>;
  const shower = deno.internal === undefined ? undefined : internals[deno.internal]?.jupyter;
  const broadcastResult = shower?.broadcastResult?.bind(shower);
  if (!shower || !broadcastResult) return false;
  shower.broadcastResult = async (executionCount, content) => {
    // As Deno does, null shows nothing.
    const value = content === false && passed ? (passed.value ?? undefined) : content;
    passed = undefined;
    let failed = false;
    try {
      const result = (await settled(value)) ?? undefined;
      noteLast(result);
      await work.end();
      const bundle = await showValue(result, load);
      if (!bundle) return await broadcastResult(executionCount, result);
      await publish("execute_result", { execution_count: executionCount, ...displayContent(bundle) });
    } catch (error) {
      failed = true;
      work.drop();
      await publish("error", thrownContent(error));
    } finally {
      await publish("svc_end", { failed });
    }
  };
  return true;
}

let last: unknown;

/** Keeps a cell's value as `_`, unless a cell gave the name to something else. */
function noteLast(value: unknown): void {
  if (value === undefined) return;
  const isFree = !Object.hasOwn(globalThis, LAST_VALUE) || is(Reflect.get(globalThis, LAST_VALUE), last);
  if (isFree) bindQuietly(LAST_VALUE, (last = value));
}

const stack = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? String(error))
        .split("\n")
        .filter((line) => !line.includes(BUNDLE) && !line.includes("(ext:"))
        .join("\n")
    : inspect(error);

/** Content of an `error` message about a promise that rejected, or a display that failed. */
function thrownContent(error: unknown): ErrorContent {
  if (!(error instanceof Error)) return namedContent("Error", inspect(error));
  const { name: ename, message: evalue } = error;
  return isSvcError(error)
    ? namedContent(ename, evalue)
    : { ename, evalue, traceback: stack(error).split("\n") };
}

/** Shows unhandled errors. Deno drops rejections of promises, and does not reply for a long time after other errors. */
function showLostErrors(): void {
  type Lost = Event & { readonly reason?: unknown; readonly error?: unknown };
  const inPlaceOfDeno = (type: string, text: (event: Lost) => string): void =>
    (globalThis as unknown as EventTarget).addEventListener(type, (event) => {
      event.preventDefault();
      host.print(text(event), "stderr");
    });
  inPlaceOfDeno("unhandledrejection", ({ reason }) => lostRejection(reason, stack));
  inPlaceOfDeno("error", ({ error }) => lostThrow(error, stack));
}

/** Receives a cell's value. A promise is awaited later; until then its rejection is not one that nothing handles. */
function pass(value: unknown): boolean {
  passed = { value };
  if (isPromise(value)) value.then(undefined, () => undefined);
  return false;
}

export async function boot(): Promise<void> {
  const calls = {
    load: async () => void (await load()),
    bound: answerBound,
    tables: answerTables,
    columns: answerColumns,
    describe: answerDescription,
    value: answerValue,
    syntax: answerSyntax,
    flush: () => publish("svc_flush", {}),
    passed: { [Symbol.hasInstance]: pass },
  };
  showLostErrors();
  showWrites(deno, (text, stream) => void publish("stream", { name: stream, text }));
  Object.defineProperty(globalThis, CALLS, { value: Object.freeze(calls) });
  void followProxy();
  await publish("svc_booted", { saysEnd: endCells() });
}
