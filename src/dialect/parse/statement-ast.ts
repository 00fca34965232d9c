import type { Expr, Name, Query, TypeName } from "./ast.ts";

/** The statements of both dialects. */

export interface ColumnDef {
  readonly name: Name;
  readonly type: TypeName;
  readonly comment: string | null;
}
export interface Insert {
  readonly kind: "insert";
  readonly pos: number;
  readonly table: readonly Name[];
  readonly columns: readonly Name[];
  readonly overwrite: boolean;
  readonly partition: readonly { readonly name: Name; readonly value: Expr | null }[];
  readonly ifNotExists: boolean;
  readonly query: Query;
}

export type Statement =
  | { readonly kind: "select"; readonly pos: number; readonly query: Query }
  | Insert
  /** Hive: FROM x INSERT ... INSERT ...: reads once, writes several tables, atomically. */
  | { readonly kind: "multiInsert"; readonly pos: number; readonly inserts: readonly Insert[] }
  | {
      readonly kind: "createTableAs";
      readonly pos: number;
      readonly table: readonly Name[];
      readonly columns: readonly Name[];
      readonly ifNotExists: boolean;
      readonly query: Query;
      readonly withData: boolean;
      readonly comment: string | null;
    }
  | {
      readonly kind: "createTable";
      readonly pos: number;
      readonly table: readonly Name[];
      readonly columns: readonly ColumnDef[];
      readonly ifNotExists: boolean;
      readonly like: readonly Name[] | null;
      readonly comment: string | null;
    }
  | {
      readonly kind: "createView";
      readonly pos: number;
      readonly view: readonly Name[];
      readonly columns: readonly Name[];
      readonly replace: boolean;
      readonly ifNotExists: boolean;
      readonly query: Query;
      readonly text: string;
      readonly comment: string | null;
    }
  | {
      readonly kind: "drop";
      readonly pos: number;
      readonly what: "TABLE" | "VIEW";
      readonly name: readonly Name[];
      readonly ifExists: boolean;
    }
  | {
      readonly kind: "createSchema";
      readonly pos: number;
      readonly name: readonly Name[];
      readonly ifNotExists: boolean;
    }
  | {
      readonly kind: "dropSchema";
      readonly pos: number;
      readonly name: readonly Name[];
      readonly ifExists: boolean;
      readonly cascade: boolean;
    }
  | {
      readonly kind: "comment";
      readonly pos: number;
      readonly what: "TABLE" | "VIEW" | "COLUMN";
      readonly table: readonly Name[];
      readonly column: Name | null;
      /** Null removes the comment. */
      readonly text: string | null;
    }
  | {
      readonly kind: "delete";
      readonly pos: number;
      readonly table: readonly Name[];
      readonly where: Expr | null;
    }
  | {
      readonly kind: "update";
      readonly pos: number;
      readonly table: readonly Name[];
      readonly set: readonly { readonly column: Name; readonly value: Expr }[];
      readonly where: Expr | null;
    }
  | { readonly kind: "truncate"; readonly pos: number; readonly table: readonly Name[] }
  | {
      readonly kind: "alter";
      readonly pos: number;
      readonly table: readonly Name[];
      readonly ifExists: boolean;
      readonly action: AlterAction;
    }
  | {
      readonly kind: "explain";
      readonly pos: number;
      readonly analyze: boolean;
      readonly type: string;
      readonly statement: Statement;
    }
  | { readonly kind: "use"; readonly pos: number; readonly name: readonly Name[] }
  | {
      readonly kind: "set";
      readonly pos: number;
      readonly name: string;
      readonly value: string;
      readonly session: boolean;
      readonly reset: boolean;
    }
  | {
      readonly kind: "show";
      readonly pos: number;
      readonly what: ShowKind;
      readonly name: readonly Name[];
      readonly like: string | null;
      readonly escape: string | null;
      readonly extended: boolean;
    };

export type ShowKind =
  | "tables"
  | "views"
  | "columns"
  | "describe"
  | "schemas"
  | "catalogs"
  | "functions"
  | "createTable"
  | "createView"
  | "partitions"
  | "session"
  | "stats"
  | "describeFunction";

export type AlterAction =
  | { readonly kind: "rename"; readonly to: readonly Name[] }
  | { readonly kind: "addColumns"; readonly columns: readonly ColumnDef[]; readonly ifNotExists: boolean }
  | { readonly kind: "dropColumn"; readonly column: Name; readonly ifExists: boolean }
  | {
      readonly kind: "renameColumn";
      readonly column: Name;
      readonly to: Name;
      readonly type: TypeName | null;
      readonly comment: string | null;
      readonly ifExists: boolean;
    }
  | { readonly kind: "setType"; readonly column: Name; readonly type: TypeName }
  | { readonly kind: "properties" };
