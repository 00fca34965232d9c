// With OpenTelemetry's own SDK.
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import type { ConnectOptions } from "../../../src/core/options/client-options.ts";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_job } from "../../../src/core/read/read-job.ts";
import { read_svc_query } from "../../../src/core/read/read-query.ts";
import { to_svc } from "../../../src/core/write/to-svc.ts";
import { runningService } from "../../integration/lib/running-service.ts";
import { httpServer, type Reply } from "../helpers/http-server.ts";

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(exporter)],
}).getTracer("test");
beforeEach(() => exporter.reset());

const running = runningService();
const client = (options: ConnectOptions = {}) =>
  connect(running.service.apikey, running.service.url, { database: "db1", tracer, ...options });

/** The spans without a parent, with the spans below each. */
function roots(): { span: ReadableSpan; below: ReadableSpan[] }[] {
  const spans = exporter.getFinishedSpans();
  const below = (span: ReadableSpan): ReadableSpan[] =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId);
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext === undefined)
    .map((span) => ({ span, below: below(span) }));
}

describe("a statement is a span, with its requests below", () => {
  test.each(["job", "direct"])("%s", async (way) => {
    await using con = client();
    const table = await con.query("select 7 as n, 'secret' as t", { force_job: way === "job" });
    const [{ span, below } = { span: null, below: [] }, ...others] = roots();
    expect(others).toEqual([]);
    expect(span?.name).toBe("SELECT db1");
    expect(span?.kind).toBe(2);
    expect(span?.attributes).toEqual({
      "db.system.name": "presto",
      "db.namespace": "db1",
      "db.operation.name": "SELECT",
      "db.response.returned_rows": 1,
      ...(way === "job"
        ? { "svclib.job.id": String(table.source?.job_id), "svclib.result.bytes": expect.any(Number) }
        : {}),
    });
    const names = below.map(({ name }) => name);
    if (way === "direct") expect(names).toContain("POST /v1/statement");
    else expect(names).toEqual(expect.arrayContaining(["POST /v3/job/issue", "GET /v3/job/result"]));
    expect(below[0]?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(running.service.url).port),
    });
  });

  test("a stream's ends with the loop, and a stopped one too", async () => {
    const con = client();
    const sql = "select n from unnest(sequence(1, 10000)) a(n) cross join unnest(sequence(1, 3)) b(m)";
    let rows = 0;
    for await (const part of con.stream(sql, { force_job: true })) rows += part.numRows();
    for await (const part of con.stream(sql)) if (part.numRows() > 0) break;
    con.close();
    expect(roots().map(({ span }) => span.attributes["db.response.returned_rows"])).toEqual([
      rows,
      expect.any(Number),
    ]);
  });

  test("by the functions, and a job that is read later", async () => {
    const con = client();
    const engine = create_engine("presto:db1", con);
    const { source } = await read_svc_query("select 1 as n", engine);
    await read_svc_job(source?.job_id ?? 0, engine);
    con.close();
    const ids = roots().map(({ span }) => span.attributes["svclib.job.id"]);
    expect(ids.filter((id) => id !== undefined)).toEqual([String(source?.job_id), String(source?.job_id)]);
  });
});

test("an upload is a span with its rows and bytes", async () => {
  const con = client();
  await to_svc([{ host: "a" }, { host: "b" }], "db1.uploaded", con, { index: false });
  con.close();
  const upload = roots().find(({ span }) => span.name === "to_svc db1.uploaded");
  expect(upload?.span.attributes).toMatchObject({
    "db.collection.name": "uploaded",
    "svclib.upload.rows": 2,
    "svclib.upload.bytes": expect.any(Number),
  });
  expect(upload?.below.map(({ name }) => name)).toContain("PUT /v3/bulk_import/upload_part");
});

test("a failed statement has its error's name; no span has the key, or SQL without trace_sql", async () => {
  const sql = "select cast('s3cret value' as bigint)";
  for (const trace_sql of [false, true]) {
    exporter.reset();
    const con = client({ trace_sql });
    await expect(con.query(sql)).rejects.toThrow("s3cret value");
    con.close();
    const [root] = roots();
    expect(root?.span.status).toEqual({ code: 2 });
    expect(root?.span.attributes["error.type"]).toBe("QueryError");
    const all = JSON.stringify(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    expect(all).not.toContain(running.service.apikey.slice(2));
    expect(all.includes("s3cret value")).toBe(trace_sql);
  }
});

test("traceparent names the request's span; retries are counted in it", async () => {
  const replies: Reply[] = [{ status: 503 }, { status: 500 }, { body: { databases: [] } }];
  await using server = await httpServer(() => replies.shift() as Reply);
  const sleep = () => Promise.resolve();
  await connect("1/s3cret", server.url, { tracer, sleep }).list_databases();
  const [{ span } = { span: null }] = roots();
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(server.seen.map(({ headers }) => headers["traceparent"])).toEqual(
    Array.from({ length: 3 }, () => `00-${traceId}-${spanId}-01`),
  );
  expect(span?.attributes).toMatchObject({
    "http.request.resend_count": 2,
    "http.response.status_code": 200,
  });
  expect(span?.events.map(({ name }) => name)).toEqual(["retry", "retry"]);
});

test("without a tracer no traceparent is sent", async () => {
  await using server = await httpServer(() => ({ body: { databases: [] } }));
  await connect("1/s3cret", server.url).list_databases();
  expect(server.seen[0]?.headers["traceparent"]).toBeUndefined();
});
