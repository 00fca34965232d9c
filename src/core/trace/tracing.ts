import { AsyncLocalStorage } from "node:async_hooks";
import type { SpanValue, Tracer, TracerSpan } from "./tracer.ts";

/** How a client traces. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Whether spans have the text of statements. */
  readonly sql: boolean;
}

interface SpanStart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, SpanValue | null | undefined>>;
}

/** OpenTelemetry's numbers for a span of a client, and of one that failed. */
const CLIENT_KIND = 2;
const ERROR_STATUS = 2;

/** The span that the running code belongs to. */
const current = new AsyncLocalStorage<TracerSpan>();

/** Where OpenTelemetry's API looks for the parent in a context. */
const SPAN_KEY = Symbol.for("OpenTelemetry Context Key SPAN");

/** A context of OpenTelemetry's API with this parent, and nothing else. */
class ParentContext {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }

  setValue(key: symbol, value: unknown): ParentContext {
    return new ParentContext(new Map([...this.#values, [key, value]]));
  }

  deleteValue(key: symbol): ParentContext {
    return new ParentContext(new Map([...this.#values].filter(([name]) => name !== key)));
  }
}

/** Without a span of our own the tracer takes the caller's as parent. */
function start({ tracer }: Tracing, { name, attributes }: SpanStart): TracerSpan {
  const parent = current.getStore();
  const context = parent && new ParentContext(new Map([[SPAN_KEY, parent]]));
  const span = tracer.startSpan(name, { kind: CLIENT_KIND }, context);
  setAttributes(span, attributes);
  return span;
}

function setAttributes(span: TracerSpan, attributes: SpanStart["attributes"]): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) span.setAttribute(name, value);
}

/** Only the error's name: its message may quote SQL. */
function fail(span: TracerSpan, error: unknown): void {
  span.setStatus({ code: ERROR_STATUS });
  span.setAttribute("error.type", error instanceof Error ? error.name : "Error");
}

/** Adds to the span of the running work, if any. */
export function annotateSpan(attributes: SpanStart["attributes"]): void {
  const span = current.getStore();
  if (span) setAttributes(span, attributes);
}

/** Runs work in a span, which is the parent of the spans within. Without tracing the work gets null. */
export async function traced<T>(
  tracing: Tracing | null,
  what: () => SpanStart,
  run: (span: TracerSpan | null) => Promise<T>,
): Promise<T> {
  if (tracing === null) return run(null);
  const span = start(tracing, what());
  try {
    return await current.run(span, () => run(span));
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** {@link traced} for a generator: the span ends with the loop. */
export async function* tracedParts<T>(
  tracing: Tracing | null,
  what: () => SpanStart,
  read: () => AsyncGenerator<T>,
): AsyncGenerator<T> {
  if (tracing === null) {
    yield* read();
    return;
  }
  const span = start(tracing, what());
  const parts = read();
  try {
    for (;;) {
      const part = await current.run(span, () => parts.next());
      if (part.done === true) return;
      yield part.value;
    }
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    await current.run(span, () => parts.return(undefined));
    span.end();
  }
}

/** The header `traceparent` of W3C Trace Context; empty for a span that is not recorded. */
export function traceHeaders(span: TracerSpan | null): Readonly<Record<string, string>> {
  if (span === null) return {};
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (/^0*$/.test(traceId)) return {};
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}` };
}

/** A statement as its span has it. @param words - Its first words. */
interface TracedStatement {
  readonly type: string;
  readonly database: string | null;
  readonly sql: string;
  readonly words: readonly string[];
}

/** The span of a statement, named as OpenTelemetry's conventions for databases say: what it does, and where. */
export function statementSpan(tracing: Tracing | null, { type, database, sql, words }: TracedStatement) {
  const operation = words[0]?.toUpperCase() ?? "QUERY";
  return {
    name: [operation, database].filter(Boolean).join(" "),
    attributes: {
      "db.system.name": type,
      "db.namespace": database,
      "db.operation.name": operation,
      "db.query.text": tracing?.sql === true ? sql : null,
    },
  };
}
