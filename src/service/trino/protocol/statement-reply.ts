/** Rows of a page: a list of cells each. */
export type Rows = readonly (readonly unknown[])[];

export interface StatementReply {
  readonly id: string;
  readonly nextUri?: string;
  readonly columns?: readonly ReplyColumn[];
  /** Rows, or references to them (spooling protocol). */
  readonly data?: Rows | SpooledData;
  readonly stats?: ReplyStats;
  readonly error?: ReplyError;
  readonly updateType?: string;
  readonly updateCount?: number;
}

export interface ReplyColumn {
  readonly name: string;
  readonly type: string;
}

export interface ReplyStats {
  readonly state?: string;
  readonly progressPercentage?: number;
  readonly totalSplits?: number;
  readonly completedSplits?: number;
}

export interface ReplyError {
  readonly message?: string;
  readonly errorName?: string;
  readonly errorType?: string;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
}

/** Rows in segments, inline or by URI. */
export interface SpooledData {
  readonly encoding: string;
  readonly segments: readonly Segment[];
}

export interface Segment {
  readonly type: "inline" | "spooled";
  /** Base64 of an inline segment. */
  readonly data?: string;
  readonly uri?: string;
  /** To be requested once the rows are read; the server then deletes them. */
  readonly ackUri?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
}

/** Progress from 0 to 100; null if unknown. */
export function percentDone(stats: ReplyStats | undefined): number | null {
  if (!stats) return null;
  const { progressPercentage, totalSplits, completedSplits, state } = stats;
  if (state === "FINISHED") return 100;
  if (typeof progressPercentage === "number") return Math.min(100, Math.max(0, progressPercentage));
  if (!totalSplits || completedSplits === undefined) return null;
  return Math.min(100, (100 * completedSplits) / totalSplits);
}
