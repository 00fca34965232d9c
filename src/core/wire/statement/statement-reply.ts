import { readTextField } from "../../endpoints/read-field.ts";

/** Rows of a page: a list of cells each. Integers past ±2^53 are digits as text. */
export type Rows = readonly (readonly unknown[])[];

/** A reply as sent: tolerates fields that servers omit or write differently. */
export interface StatementReply {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: readonly (SentColumn | null)[] | null;
  /** Rows, or references to them (spooling protocol). */
  readonly data?: unknown;
  readonly stats?: ReplyStats | null;
  readonly error?: ReplyError | string | null;
  readonly updateType?: string;
  readonly updateCount?: number;
}

interface SentColumn {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly typeSignature?: { readonly rawType?: unknown } | null;
}

interface ReplyStats {
  readonly state?: unknown;
  readonly progressPercentage?: unknown;
  readonly totalSplits?: number;
  readonly completedSplits?: number;
}

export interface ReplyError {
  readonly message?: unknown;
  readonly errorName?: unknown;
  readonly errorType?: unknown;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number } | null;
}

export interface ReplyColumn {
  readonly name: string;
  readonly type: string;
}

/** One page of a statement's results. */
export interface StatementPage {
  readonly columns: readonly ReplyColumn[] | null;
  /** Rows, or references to them. Null: none. */
  readonly data: unknown;
  /** `QUEUED`, `RUNNING`, `FINISHED`, ... */
  readonly state: string;
  /** 0 to 100; null when the server does not report it. */
  readonly percent: number | null;
  readonly updateType: string | undefined;
  readonly updateCount: number | undefined;
  /** Address of the next page, by which the statement can be cancelled too; null for the last page. */
  readonly next: string | null;
}

/** @param next - Address of the next page. */
export function pageOf(reply: StatementReply, next: string | null): StatementPage {
  const { columns, data, stats, updateType, updateCount } = reply;
  const { state } = stats ?? {};
  return {
    columns: columns?.map(columnOf) ?? null,
    data: data ?? null,
    state: typeof state === "string" ? state : next === null ? "FINISHED" : "RUNNING",
    percent: percentOf(stats ?? {}),
    updateType,
    updateCount,
    next,
  };
}

function columnOf(column: SentColumn | null, i: number): ReplyColumn {
  const { name, type, typeSignature } = column ?? {};
  return {
    name: readTextField(name) ?? `_col${i}`,
    type: resultType(readTextField(type) ?? readTextField(typeSignature?.rawType) ?? "unknown"),
  };
}

/** A type as the schema of a job's result names it; in this protocol it is SQL: `decimal(38, 0)`, `INTERVAL DAY TO SECOND`. */
const resultType = (sql: string): string =>
  sql.replace(
    /"(?:[^"]|"")*"|(\bdecimal\(\d+,) |(\bINTERVAL [A-Z]+ TO [A-Z]+)/g,
    (part, decimal?: string, interval?: string) => decimal ?? interval?.toLowerCase() ?? part,
  );

function percentOf({ state, progressPercentage, totalSplits, completedSplits }: ReplyStats): number | null {
  if (state === "FINISHED") return 100;
  if (typeof progressPercentage === "number") return Math.min(100, Math.max(0, progressPercentage));
  if (!totalSplits || completedSplits === undefined) return null;
  return Math.min(100, (100 * completedSplits) / totalSplits);
}
