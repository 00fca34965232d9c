import type { Dialect } from "../dialect.ts";
import { CATALOGS, isCatalog, tablePath, type TablePath } from "../catalogue.ts";
import type { Expr, Name, Query, Relation } from "../parse/ast.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { SqlError } from "../sql-error.ts";
import { positionOf } from "../parse/position.ts";
import type { Type } from "../types/type.ts";
import { typeName } from "../types/type.ts";
import type { AnalyzedQuery } from "./queries/query.ts";
import type { From } from "./queries/relation.ts";
import type { Scope, ScopeColumn } from "./scope.ts";
import type { Typed } from "./typed.ts";
import { at, engine, failure, literal, type Sql } from "../sql/tree.ts";

/** A table or view as the analysis needs it. */
export interface TableShape {
  /** What it is made of, where it is none of the catalogue's. */
  readonly query?: Sql;
  readonly database: string;
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
  /** Made up by the service: nothing can be written to it. */
  readonly system?: boolean;
}

/** What the analysis asks of tables. */
export interface TableLookup {
  /** Null where there is no such table or view. */
  find(path: TablePath): TableShape | null;
  /** Names of the tables beside one that is not there, to suggest one of them. */
  beside(path: TablePath): readonly string[];
}

export interface TranslationOptions {
  readonly sql: string;
  readonly dialect: Dialect;
  /** Catalog of names that have none. @default the dialect's own */
  readonly catalog?: string | undefined;
  /** Database of names that have none. */
  readonly database: string;
  /** Unix milliseconds of `now()`. */
  readonly scheduledTimeMs: number;
  /** The session's zone in Presto. @default UTC */
  readonly timeZone?: string | undefined;
  readonly tables: TableLookup;
  /** Values of its parameters; null where the statement is only described. */
  readonly parameters: readonly Expr[] | null;
}

/**
 * The parts of the analysis that call each other: an expression may hold a query, a query holds relations and expressions. They are given
 * to the translation, so that no file imports another in a circle.
 */
export interface Analysis {
  expression(t: Translation, expr: Expr, scope: Scope): Typed;
  query(t: Translation, query: Query, outer: Scope | null): AnalyzedQuery;
  relation(t: Translation, relation: Relation, scope: Scope): From;
  /** CAST in the dialect. */
  convert(t: Translation, value: Typed, to: Type, pos: number): Typed;
}

/** Types that any text converts to: the failure has to happen on the way. */
const TAKES_TEXT = new Set(["VARCHAR", "BLOB"]);

/** What one statement's translation shares: its text for errors, its tables, and names given out so far. */
export class Translation {
  readonly options: TranslationOptions;
  readonly dialect: Dialect;
  readonly catalog: string;
  /** Times that have no zone of their own are of this one where they become instants. */
  readonly zone: string;
  /** Types that the statement asks of its parameters, by their index, as far as it does. */
  readonly parameterTypes: Type[] = [];
  /** Columns of the FROM of queries that call an aggregate. */
  readonly aggregated = new Set<readonly ScopeColumn[]>();
  private readonly analysis: Analysis;
  private aliases = 0;

  constructor(options: TranslationOptions, analysis: Analysis) {
    this.options = options;
    this.analysis = analysis;
    this.dialect = options.dialect;
    this.catalog = (options.catalog ?? CATALOGS[options.dialect][0]!).toLowerCase();
    this.zone = options.dialect === "hive" ? "UTC" : (options.timeZone ?? "UTC");
  }

  get hive(): boolean {
    return this.dialect === "hive";
  }

  /** Translates an expression: resolves names, finds types, and writes the engine's SQL with the dialect's meaning. */
  expression(expr: Expr, scope: Scope): Typed {
    return this.analysis.expression(this, expr, scope);
  }

  /** Translates a query; `outer` is the scope around a subquery. */
  query(query: Query, outer: Scope | null): AnalyzedQuery {
    return this.analysis.query(this, query, outer);
  }

  /** Translates a relation of FROM. */
  relation(relation: Relation, scope: Scope): From {
    return this.analysis.relation(this, relation, scope);
  }

  /** The dialect's CAST. @throws SqlError TYPE_MISMATCH where there is none between the two types. */
  convert(value: Typed, to: Type, pos: number): Typed {
    return this.analysis.convert(this, value, to, pos);
  }

  /** A relation name that no other has. */
  alias(prefix: string): string {
    return `${prefix}${++this.aliases}`;
  }

  /** Ends the translation. */
  fail(kind: SqlErrorKind, message: string, pos: number): never {
    throw new SqlError(kind, message, positionOf(this.options.sql, pos));
  }

  /** Where the table of a name is. @throws SqlError CATALOG_NOT_FOUND */
  pathOf(name: readonly Name[], pos: number): TablePath {
    const path = tablePath(name, { catalog: this.catalog, database: this.options.database });
    if (!isCatalog(path.catalog, this.dialect))
      this.fail("CATALOG_NOT_FOUND", `Catalog '${path.catalog}' not found`, name[0]?.pos ?? pos);
    return path;
  }

  /** The table at a path; null where there is none. */
  tableAt(path: TablePath): TableShape | null {
    return this.options.tables.find(path);
  }

  unsupported(what: string, pos: number): never {
    return this.fail("NOT_SUPPORTED", `unsupported in the local service: ${what}`, pos);
  }

  mismatch(message: string, pos: number): never {
    return this.fail("TYPE_MISMATCH", message, pos);
  }

  typeName(type: Type): string {
    return typeName(type, this.dialect);
  }

  /** Marks SQL whose failure in the engine should point at `pos`. */
  mark(pos: number, sql: Sql): Sql {
    return at(pos, sql);
  }

  /**
   * SQL of the engine type `type` that fails when it is evaluated; as a cast, because the engine evaluates that lazily and TRY accepts it.
   */
  failing(kind: SqlErrorKind, message: string, pos: number, type: Sql): Sql {
    return this.failingWith(kind, literal(message), pos, type);
  }

  /** The same with SQL of the message, such as one that quotes the value at fault; a null message gives null. */
  failingWith(kind: SqlErrorKind, message: Sql, pos: number, type: Sql): Sql {
    const takesText = type.kind === "text" && TAKES_TEXT.has(type.text);
    const failed = failure(kind, pos, message, takesText ? engine`INTEGER` : type);
    return takesText ? engine`CAST(${failed} AS ${type})` : failed;
  }
}
