// This folder: what the analysis of a statement knows everywhere (dialect, catalogue, zone, where to report), and the typed expression that it makes.

import { decimalsAreDoubles, sessionHints } from "../parse/session-hints.ts";
import type { Dialect } from "../dialect.ts";
import {
  CATALOGS,
  isCatalog,
  tablePath,
  type TableLookup,
  type TablePath,
  type TableShape,
} from "../catalogue.ts";
import type { Expr, Name, Query, Relation } from "../parse/ast.ts";
import type { DoneBeforeRows } from "./done-before-rows.ts";
import { isValueError, SqlError, type SqlErrorKind } from "../sql-error.ts";
import { positionOf } from "../parse/position.ts";
import { engineType } from "../types/engine-type.ts";
import { typeName } from "../types/type-text.ts";
import type { Type } from "../types/type.ts";
import type { AnalyzedQuery, From } from "./queries/analyzed-query.ts";
import type { Scope } from "./scope.ts";
import type { Typed } from "./typed.ts";
import { at, failure, literal, sameSql, type Sql } from "../sql/tree.ts";

export interface TranslationOptions {
  readonly sql: string;
  readonly dialect: Dialect;
  /** Default catalog of table names. @default the dialect's own */
  readonly catalog?: string | undefined;
  /** Default database of table names. */
  readonly database: string;
  /** Unix ms of `now()`. */
  readonly scheduledTimeMs: number;
  /** Presto's session time zone. @default UTC */
  readonly timeZone?: string | undefined;
  /** Presto's session properties, besides those in comment lines before the statement. */
  readonly sessionProperties?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly tables: TableLookup;
  /** Names of tables that the statement brings along. */
  readonly local?: readonly string[] | undefined;
  /** Parameter values; null when the statement is only described. */
  readonly parameters: readonly Expr[] | null;
  /** Types of the parameters of a statement that is only described; null where the statement infers it. */
  readonly givenTypes?: readonly (Type | null)[] | undefined;
  /** What may fail for decimals of many digits, as the statement then runs again. @default nothing */
  readonly doneBeforeRows?: () => DoneBeforeRows;
  /** Whether the engine's plan is shown, in which columns have their text in the statement. */
  readonly isExplained?: boolean | undefined;
  /** Whether nobody reads its errors, so that they need no hints. */
  readonly isTried?: boolean | undefined;
}

/**
 * The mutually recursive parts of the analysis: expressions contain queries, queries contain relations and expressions. They are passed
 * to the translation to avoid circular imports.
 */
export interface Analysis {
  expression(t: Translation, expr: Expr, scope: Scope): Typed;
  query(t: Translation, query: Query, outer: Scope | null): AnalyzedQuery;
  relation(t: Translation, relation: Relation, scope: Scope): From;
  convert(t: Translation, value: Typed, to: Type, pos: number): Typed;
}

/** What a statement is translated with: its dialect, tables and time zone, where errors are reported, and the parts of the analysis. */
export class Translation {
  readonly options: TranslationOptions;
  readonly dialect: Dialect;
  readonly catalog: string;
  /** Time zone of times without one, when they become instants. */
  readonly zone: string;
  /** Whether `1.0` is a double, as it was in older releases of Presto. */
  readonly decimalsAreDoubles: boolean;
  /** Types that the statement infers for its parameters, by index. */
  readonly parameterTypes: Type[] = [];
  /** Whether TRY is around what is translated. */
  readonly inTry: boolean = false;
  /** In a row condition: what is not 0 where the translated expression is evaluated. */
  private readonly nonZero: readonly Sql[] | null = null;
  private readonly analysis: Analysis;
  /** What the translations of a statement's parts have in common. */
  private readonly common = { aliases: 0, isTimeless: true };

  constructor(options: TranslationOptions, analysis: Analysis) {
    this.options = options;
    this.analysis = analysis;
    this.dialect = options.dialect;
    this.catalog = (options.catalog ?? CATALOGS[options.dialect][0]!).toLowerCase();
    this.zone = options.dialect === "hive" ? "UTC" : (options.timeZone ?? "UTC");
    this.decimalsAreDoubles =
      !this.hive && decimalsAreDoubles([...(options.sessionProperties ?? []), ...sessionHints(options.sql)]);
  }

  get hive(): boolean {
    return this.dialect === "hive";
  }

  /** Translates an expression: resolves names, infers types, and writes the engine's SQL with the dialect's semantics. */
  expression(expr: Expr, scope: Scope): Typed {
    return this.analysis.expression(this, expr, scope);
  }

  /** Translates a query; `outer` is the scope around a subquery. */
  query(query: Query, outer: Scope | null): AnalyzedQuery {
    return this.analysis.query(this.everywhere(), query, outer);
  }

  relation(relation: Relation, scope: Scope): From {
    return this.analysis.relation(this, relation, scope);
  }

  /** The dialect's CAST. @throws SqlError TYPE_MISMATCH when the types can't be cast. */
  convert(value: Typed, to: Type, pos: number): Typed {
    return this.analysis.convert(this, value, to, pos);
  }

  alias(prefix: string): string {
    return `${prefix}${++this.common.aliases}`;
  }

  /** Unix ms of `now()`. */
  get scheduledTimeMs(): number {
    this.common.isTimeless = false;
    return this.options.scheduledTimeMs;
  }

  /** Whether nothing so far depends on `now()`. */
  get isTimeless(): boolean {
    return this.common.isTimeless;
  }

  fail(kind: SqlErrorKind, message: string, pos: number): never {
    throw new SqlError(kind, message, positionOf(this.options.sql, pos));
  }

  /** Fails for a constant with which every row would. Inside TRY it does not: there the rows fail where they use it. @throws SqlError */
  failEarly(message: string, pos: number): void {
    if (!this.inTry) this.invalid(message, pos);
  }

  /** Path of a table name. @throws SqlError CATALOG_NOT_FOUND */
  pathOf(name: readonly Name[], pos: number): TablePath {
    const { database, local } = this.options;
    const path = tablePath(name, { catalog: this.catalog, database, local });
    if (!isCatalog(path.catalog, this.dialect))
      this.fail("CATALOG_NOT_FOUND", `Catalog '${path.catalog}' not found`, name[0]?.pos ?? pos);
    return path;
  }

  /** Whether a decimal may fail for more digits than it is written for. @param isSum - Whether it is a sum of a group. */
  mayFailForLong(isSum = false): boolean {
    const done = this.options.doneBeforeRows?.();
    return done === "all" || (done === "sums" && isSum);
  }

  tableAt(path: TablePath): TableShape | null {
    return this.options.tables.find(path);
  }

  unsupported(what: string, pos: number): never {
    return this.fail("NOT_SUPPORTED", `unsupported in the local service: ${what}`, pos);
  }

  /** Fails for a wrong argument of a function. */
  invalid(message: string, pos: number): never {
    return this.fail("INVALID_FUNCTION_ARGUMENT", message, pos);
  }

  syntaxError(message: string, pos: number): never {
    return this.fail("SYNTAX_ERROR", message, pos);
  }

  mismatch(message: string, pos: number): never {
    return this.fail("TYPE_MISMATCH", message, pos);
  }

  /** @throws SqlError MISMATCHED_COLUMN_ALIASES unless there are none, or one for each column. */
  checkAliases({ length }: readonly unknown[], count: number, what: string, pos: number): void {
    if (length > 0 && length !== count)
      this.fail(
        "MISMATCHED_COLUMN_ALIASES",
        `column alias list has ${length} entries but ${what} has ${count} columns`,
        pos,
      );
  }

  /** The text of a literal. @param what - Names it in the error: `td_time_format with a format`. @throws SqlError NOT_SUPPORTED */
  literalText({ constant }: Typed, what: string, pos: number): string {
    return typeof constant === "string" ? constant : this.unsupported(`${what} that is not a literal`, pos);
  }

  typeName(type: Type): string {
    return typeName(type, this.dialect);
  }

  /** Marks SQL with the position for errors when it fails in the engine. */
  mark(pos: number, sql: Sql): Sql {
    return at(pos, sql);
  }

  /**
   * SQL of a type that fails when evaluated; a cast, because the engine evaluates casts lazily and TRY catches them.
   * @param message - A text, or SQL, such as one that quotes the invalid value; if that is null, so is the result.
   */
  failing(
    message: string | Sql,
    pos: number,
    type: Type,
    kind: SqlErrorKind = "INVALID_FUNCTION_ARGUMENT",
  ): Sql {
    const text = typeof message === "string" ? literal(message) : message;
    return failure(kind, pos, text, engineType(type));
  }

  /** The same translation, for the argument of TRY. */
  withinTry(): Translation {
    return Object.assign(Object.create(Translation.prototype) as Translation, this, { inTry: true });
  }

  /**
   * The same translation, for a condition of rows: the engine applies one late that might fail. Elsewhere a quotient has one form, by which
   * GROUP BY knows it.
   */
  inRowCondition(): Translation {
    return this.withNonZero([]);
  }

  /** The same translation, for what is evaluated only where a condition is true. */
  where({ nonZero }: Typed): Translation {
    return this.nonZero === null || nonZero === undefined
      ? this
      : this.withNonZero([...this.nonZero, ...nonZero]);
  }

  /** The same translation, for what is evaluated in other rows too, as a query or the argument of an aggregate is. */
  everywhere(): Translation {
    return this.nonZero === null ? this : this.withNonZero(null);
  }

  /** A divisor, with whether a condition around it excludes 0. */
  divisor(value: Typed): Typed {
    return this.nonZero?.some((one) => sameSql(one, value.sql)) ? { ...value, isNonZero: true } : value;
  }

  private withNonZero(nonZero: readonly Sql[] | null): Translation {
    return Object.assign(Object.create(Translation.prototype) as Translation, this, { nonZero });
  }

  /** Translates a call; in TRY one with a wrong constant fails only when it is evaluated, so that it gives null. @throws SqlError */
  attempt(translate: () => Typed, type: Type, pos: number): Typed {
    try {
      return translate();
    } catch (error) {
      if (!this.inTry || !(error instanceof SqlError) || !isValueError(error.kind)) throw error;
      return {
        sql: this.failing(error.reason, pos, type, error.kind),
        type,
      };
    }
  }
}
