// The part of OpenTelemetry's tracing API (1.x) in use, by its shape: svclib does not depend on it.

/** Value of an attribute. */
export type SpanValue = string | number | boolean;

/** A span of OpenTelemetry's API. */
export interface TracerSpan {
  setAttribute(name: string, value: SpanValue): unknown;
  setStatus(status: { code: number }): unknown;
  addEvent(name: string, attributes?: Record<string, SpanValue>): unknown;
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  end(): void;
}

/** A tracer of OpenTelemetry's API: what `provider.getTracer("name")` gives. */
export interface Tracer {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Record<string, SpanValue> },
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- OpenTelemetry's Context, which has no part that svclib's types could name.
    context?: any,
  ): TracerSpan;
}
