import type { AnyNode, Expr, Name, Node, Query, TypeName } from "./ast.ts";

export interface ColumnDef {
  readonly name: Name;
  readonly type: TypeName;
  readonly comment: string | null;
}

/** Of CREATE TABLE: a column, or all columns of another table. */
export type TableElement = ColumnDef | { readonly like: readonly Name[] };

interface Statements {
  select: { query: Query };
  insert: {
    table: readonly Name[];
    columns: readonly Name[];
    overwrite: boolean;
    partition: readonly { readonly name: Name; readonly value: Expr | null }[];
    ifNotExists: boolean;
    query: Query;
  };
  /** Hive: FROM x INSERT ... INSERT ...: reads once, writes several tables, atomically. */
  multiInsert: { inserts: readonly Insert[] };
  createTableAs: {
    table: readonly Name[];
    columns: readonly Name[];
    replace: boolean;
    ifNotExists: boolean;
    query: Query;
    withData: boolean;
    comment: string | null;
  };
  createTable: {
    table: readonly Name[];
    columns: readonly TableElement[];
    replace: boolean;
    ifNotExists: boolean;
    comment: string | null;
  };
  createView: {
    view: readonly Name[];
    columns: readonly Pick<ColumnDef, "name" | "comment">[];
    replace: boolean;
    ifNotExists: boolean;
    query: Query;
    text: string;
    comment: string | null;
  };
  drop: { what: "TABLE" | "VIEW"; name: readonly Name[]; ifExists: boolean };
  createSchema: { name: readonly Name[]; ifNotExists: boolean };
  dropSchema: { name: readonly Name[]; ifExists: boolean; cascade: boolean };
  comment: {
    what: "TABLE" | "VIEW" | "COLUMN";
    table: readonly Name[];
    column: Name | null;
    /** Null removes the comment. */
    text: string | null;
  };
  delete: { table: readonly Name[]; where: Expr | null };
  update: {
    table: readonly Name[];
    set: readonly { readonly column: Name; readonly value: Expr }[];
    where: Expr | null;
  };
  truncate: { table: readonly Name[] };
  alter: { table: readonly Name[]; ifExists: boolean; action: AlterAction };
  explain: { analyze: boolean; type: string; statement: Statement };
  use: { name: readonly Name[] };
  set: { reset: boolean };
  show: {
    what: ShowKind;
    name: readonly Name[];
    like: string | null;
    escape: string | null;
    extended: boolean;
  };
}

export type Statement = AnyNode<Statements>;
export type StatementOf<Kind extends keyof Statements> = Node<Kind, Statements[Kind]>;
export type Insert = StatementOf<"insert">;

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
