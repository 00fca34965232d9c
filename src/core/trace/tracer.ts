// This folder: spans of OpenTelemetry for queries and requests, if it is installed.

// The part of OpenTelemetry's tracing API (1.x) in use, by its shape: svclib does not depend on it.

/** Value of an attribute. */
export type SpanValue = string | number | boolean;

/** A span of OpenTelemetry's API. */
export interface TracerSpan {
  /** Sets one attribute. */
  setAttribute(name: string, value: SpanValue): unknown;
  /** Sets the outcome; code 2 is an error. */
  setStatus(status: { code: number }): unknown;
  /** Adds something that happened now. */
  addEvent(name: string, attributes?: Record<string, SpanValue>): unknown;
  /** Its ids, as other processes are told them. */
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  /** Ends it now. */
  end(): void;
}

/** A tracer of OpenTelemetry's API: what `provider.getTracer("name")` gives. */
export interface Tracer {
  /** Starts a span; without a context its parent is the active one. */
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, SpanValue> },
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- OpenTelemetry's Context, which has no part that svclib's types could name.
    context?: any,
  ): TracerSpan;
}
