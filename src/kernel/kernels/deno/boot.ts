// Runs inside Deno's kernel, imported by the proxy's first hidden cell.
import { isAnyTable } from "../../../magics/display/table/any-table.ts";
import type { MimeBundle, NotebookHost } from "../../../magics/notebook-host.ts";
import type { ChildLibrary, ChildEvent } from "../child-library.ts";
import { shownValue } from "../../cells/expression-value.ts";
import { outputOf, showValue } from "../show-value.ts";
import { deno, resultBroadcaster } from "./deno-globals.ts";

const END_AFTER_MS = 1_000;
/** What hidden cells call. */
const CALLS = Symbol.for("svclib");

// A cell may replace what it finds on the global object and in the Deno namespace.
const { jupyter, exit, inspect, stdin } = deno();
const publish: typeof jupyter.broadcast = jupyter.broadcast.bind(jupyter);
const later = setTimeout;
/** Called by another name it sees what cells have declared, which is no property of the global object. */
const evaluate = globalThis.eval;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Names that the global object had before the first cell: they are no variables of the notebook's. */
const builtIn = new Set(Object.getOwnPropertyNames(globalThis));

/** The notebook as magics see it from inside Deno. */
const host: NotebookHost = {
  display: (bundle, { displayId, update = false } = {}) => {
    const transient = displayId === undefined ? {} : { display_id: displayId };
    const type = update ? "update_display_data" : "display_data";
    void publish(type, { ...outputOf(bundle), transient });
  },
  print: (text, stream = "stdout") => void publish("stream", { name: stream, text }),
  bind: (name, value) => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
  },
  variable: (name) => {
    if (builtIn.has(name) || !IDENTIFIER.test(name)) return null;
    try {
      return { value: evaluate(name) as unknown };
    } catch {
      // Declared nowhere, or by a cell that failed before it was set.
      return null;
    }
  },
};

/** What the proxy reads that nobody else may. */
let key: string | undefined;
let library: ChildLibrary | undefined;
let loading: Promise<ChildLibrary> | undefined;

async function load(): Promise<ChildLibrary> {
  loading ??= Promise.all([
    import("../child-library.ts"),
    // Its functions, too, are loaded by the time that a cell asks for them.
    import("../../../core/pandas-td.ts"),
    import("./sealed.ts"),
  ]).then(([{ openLibrary }, , { seal }]) => {
    const notify = (event: ChildEvent): void => {
      if (key !== undefined) void publish("svc_event", { sealed: seal(key, event) });
    };
    return (library = openLibrary(host, notify));
  });
  return loading;
}

/** Sends the proxy those of the names that are variables of the notebook. */
async function answerBound(names: readonly string[]): Promise<void> {
  await publish("svc_bound", { bound: (await load()).bound(names) });
}

/** Sends the proxy the columns of the table that a variable holds. */
async function answerColumns(name: string): Promise<void> {
  const value = host.variable(name)?.value;
  await publish("svc_columns", { columns: isAnyTable(value) ? value.columnNames() : [] });
}

/** Sends the proxy the value of an expression, as a reply's `user_expressions` say it. */
async function answerValue(read: () => Promise<unknown>): Promise<void> {
  const value = await read();
  await publish("svc_value", shownValue((await bundleOf(value)) ?? { "text/plain": inspect(value) }));
}

/** How a value is shown; null when Deno shows it in a form of its own. */
async function bundleOf(value: unknown): Promise<MimeBundle | null> {
  return (await showValue(value)) ?? (isAnyTable(value) ? (await load()).bundle(value) : null);
}

/** Sends the proxy what is wrong with the syntax of a module. */
async function answerSyntax(url: string): Promise<void> {
  const message = await import(url).then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await publish("svc_syntax", { message });
}

/** The proxy's commands, a line each. The end of stdin is the end of the proxy. */
async function followProxy(): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stdin.readable) {
    for (const line of decoder.decode(chunk).split("\n")) {
      if (line.startsWith("key ")) key = line.slice("key ".length);
      if (line === "interrupt") void publish("svc_interrupted", { count: library?.interruptAll() ?? 0 });
    }
  }
  // Running jobs are stopped on the service before the process goes.
  later(() => exit(0), (library?.interruptAll() ?? 0) === 0 ? 0 : END_AFTER_MS);
}

/**
 * Has every cell that succeeds end with a private message, behind all that it published, and shows tables of any copy of Arquero.
 * @returns false in a Deno that does not let it.
 */
function endCells(): boolean {
  const shower = resultBroadcaster();
  if (!shower) return false;
  const broadcastResult = shower.broadcastResult.bind(shower);
  shower.broadcastResult = async (executionCount, result) => {
    try {
      const bundle = await bundleOf(result);
      if (!bundle) return await broadcastResult(executionCount, result);
      const content = { execution_count: executionCount, ...outputOf(bundle), transient: {} };
      await publish("execute_result", content);
    } finally {
      await publish("svc_end", {});
    }
  };
  return true;
}

/** Prepares the kernel for its first cell. */
export async function boot(): Promise<void> {
  const calls = {
    load: async () => void (await load()),
    bound: answerBound,
    columns: answerColumns,
    value: answerValue,
    syntax: answerSyntax,
    flush: () => publish("svc_flush", {}),
  };
  Object.defineProperty(globalThis, CALLS, { value: Object.freeze(calls) });
  void followProxy();
  await publish("svc_booted", { saysEnd: endCells() });
}
