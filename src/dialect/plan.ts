import type { TablePath } from "./catalogue.ts";
import type { MarkedSql } from "./sql/print-sql.ts";
import type { Type } from "./types/type.ts";

export interface PlanColumn {
  readonly name: string;
  readonly type: Type;
  /** The table whose column it is. */
  readonly source?: TablePath | undefined;
}

/** A table changed by a statement, or a whole database if `name` is null. */
export interface Change {
  readonly database: string;
  readonly name: string | null;
  /** New name if renamed; null if dropped. */
  readonly becomes?: string | null;
}

/** The execution plan of a statement: all that the run path has to support. */
export type Plan =
  | {
      readonly kind: "query";
      readonly sql: MarkedSql;
      readonly columns: readonly PlanColumn[];
      /** Whether it is the same at any scheduled time. @default unknown */
      readonly isTimeless?: boolean;
    }
  /** Statements that change data, in one transaction; the counts of `counted` steps add up to the update count. */
  | {
      readonly kind: "write";
      readonly updateType: string;
      readonly steps: readonly { readonly sql: MarkedSql; readonly counted: boolean }[];
      readonly changes: readonly Change[];
    }
  /** Rows known at translation: SHOW, DESCRIBE, SET. Cells are text or null. */
  | {
      readonly kind: "rows";
      readonly columns: readonly PlanColumn[];
      readonly rows: readonly (readonly (string | null)[])[];
    }
  /** The engine's plan of a query, as text. */
  | {
      readonly kind: "explain";
      readonly analyze: boolean;
      readonly query: MarkedSql;
      readonly column: string;
    }
  /** No-op: USE, SET. */
  | { readonly kind: "nothing"; readonly updateType: string };
