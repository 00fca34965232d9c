import type { MarkedSql } from "./sql/print.ts";
import type { Type } from "./types/type.ts";

export interface PlanColumn {
  readonly name: string;
  readonly type: Type;
}

/** A table that a statement writes, or a whole database where `name` is null. */
export interface Change {
  readonly database: string;
  readonly name: string | null;
  /** Given where it is renamed; null where it is dropped. */
  readonly becomes?: string | null;
}

/** What a statement comes to: the only things that the run path does. */
export type Plan =
  /** A query whose rows are the result. */
  | { readonly kind: "query"; readonly sql: MarkedSql; readonly columns: readonly PlanColumn[] }
  /** Statements that change data, in one transaction; the counts of those marked `counted` add up to the update count. */
  | {
      readonly kind: "write";
      readonly updateType: string;
      readonly steps: readonly { readonly sql: MarkedSql; readonly counted: boolean }[];
      readonly changes: readonly Change[];
    }
  /** Rows known already: SHOW, DESCRIBE, SET. Cells are text or null. */
  | {
      readonly kind: "rows";
      readonly columns: readonly PlanColumn[];
      readonly rows: readonly (readonly (string | null)[])[];
    }
  /** The engine's plan of a query, as text. */
  | {
      readonly kind: "explain";
      readonly analyze: boolean;
      readonly query: MarkedSql | null;
      readonly text: string;
      readonly column: string;
    }
  /** Nothing to do: USE, SET. */
  | { readonly kind: "nothing"; readonly updateType: string };
