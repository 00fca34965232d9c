import { columnJson } from "../../engine/results/pages/column-json.ts";
import type { PagedStatement } from "./paged-statement.ts";

/** The JSON of one response. @param next - Number of the next page; null at the end. */
export function answerBytes(
  statement: PagedStatement,
  baseUrl: string,
  nowMs: number,
  page: { readonly rows: Uint8Array | null; readonly next: number | null },
): Buffer<ArrayBuffer> {
  const { id, slug, columns, error, updateType, updateCount, warnings } = statement;
  const nextUri =
    page.next === null ? undefined : `${baseUrl}/v1/statement/executing/${id}/${slug}/${page.next}`;
  const members = {
    id,
    infoUri: `${baseUrl}/v1/query/${id}`,
    partialCancelUri: nextUri,
    nextUri,
    // Empty for a statement without a result; omitted until the columns are known.
    columns: columns?.map((column) => columnJson(column, statement.form)),
  };
  const rest = {
    stats: stats(statement, nowMs),
    error: error ?? undefined,
    updateType: updateType ?? undefined,
    updateCount: updateCount ?? undefined,
    warnings,
  };
  const before = `${JSON.stringify(members).slice(0, -1)},`;
  const after = JSON.stringify(rest).slice(1);
  if (page.rows === null) return Buffer.from(before + after);
  return Buffer.concat([Buffer.from(`${before}"data":[`), page.rows, Buffer.from(`],${after}`)]);
}

/** Counters that clients read. The embedded engine has no splits or nodes and reports one of each. */
export function stats(statement: PagedStatement, nowMs: number): Record<string, unknown> {
  const elapsedMs = (statement.endedAtMs ?? nowMs) - statement.createdAtMs;
  const done = statement.isOver;
  const running = statement.state === "RUNNING";
  return {
    state: done && !statement.drained ? "RUNNING" : statement.state,
    queued: statement.state === "QUEUED",
    scheduled: statement.state !== "QUEUED",
    nodes: 1,
    totalSplits: 1,
    queuedSplits: statement.state === "QUEUED" ? 1 : 0,
    runningSplits: running ? 1 : 0,
    completedSplits: done ? 1 : 0,
    cpuTimeMillis: elapsedMs,
    wallTimeMillis: elapsedMs,
    queuedTimeMillis: 0,
    elapsedTimeMillis: elapsedMs,
    processedRows: statement.rowCount,
    processedBytes: 0,
    physicalInputBytes: 0,
    peakMemoryBytes: 0,
    spilledBytes: 0,
    progressPercentage: done ? 100 : (statement.run.percent ?? undefined),
  };
}
