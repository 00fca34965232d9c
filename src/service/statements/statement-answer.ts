import { columnJson } from "../results/pages/column-json.ts";
import type { Statement } from "./statement.ts";

/** The JSON of one response. @param next - Number of the next page; null at the end. */
export function answerBytes(
  statement: Statement,
  baseUrl: string,
  nowMs: number,
  page: { readonly rows: Uint8Array | null; readonly next: number | null },
): Buffer<ArrayBuffer> {
  const { id, columns, error, updateType, updateCount, warnings } = statement;
  const members: Record<string, unknown> = {
    id,
    infoUri: `${baseUrl}/v1/query/${id}`,
    ...(page.next === null
      ? {}
      : {
          partialCancelUri: pageUrl(statement, baseUrl, page.next),
          nextUri: pageUrl(statement, baseUrl, page.next),
        }),
    // Empty for a statement without a result; omitted until the columns are known.
    ...(columns === null ? {} : { columns: columns.map((column) => columnJson(column, statement.form)) }),
  };
  const rest: Record<string, unknown> = {
    stats: stats(statement, nowMs),
    ...(error ? { error } : {}),
    ...(updateType === null ? {} : { updateType }),
    ...(updateCount === null ? {} : { updateCount }),
    warnings,
  };
  const before = `${JSON.stringify(members).slice(0, -1)},`;
  const after = JSON.stringify(rest).slice(1);
  if (page.rows === null) return Buffer.from(before + after);
  return Buffer.concat([Buffer.from(`${before}"data":[`), page.rows, Buffer.from(`],${after}`)]);
}

function pageUrl({ id, slug }: Statement, baseUrl: string, page: number): string {
  return `${baseUrl}/v1/statement/executing/${id}/${slug}/${page}`;
}

/** Counters that clients read. The embedded engine has no splits or nodes and reports one of each. */
export function stats(statement: Statement, nowMs: number): Record<string, unknown> {
  const elapsedMs = (statement.endedAtMs ?? nowMs) - statement.createdAtMs;
  const done = statement.ended;
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
    ...(done
      ? { progressPercentage: 100 }
      : statement.run.percent === null
        ? {}
        : { progressPercentage: statement.run.percent }),
  };
}
