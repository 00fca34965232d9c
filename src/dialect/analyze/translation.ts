import type { Dialect } from "../dialect.ts";
import { quoteText } from "../quote.ts";
import type { SqlErrorKind } from "../sql-error.ts";
import { SqlError } from "../sql-error.ts";
import { positionOf } from "../parse/position.ts";
import { markPosition } from "../position-marks.ts";
import type { Type } from "../types/type.ts";
import { typeName } from "../types/type.ts";

/** A table or view as the analysis needs it. */
export interface TableShape {
  /** The engine's SQL for it, fully qualified. */
  readonly sql: string;
  readonly database: string;
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
}

export interface TranslationOptions {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly database: string;
  readonly scheduledTimeMs: number;
  /** The tables that the statement names, by `database.table` in lower case. */
  readonly tables: ReadonlyMap<string, TableShape>;
  /** Names of a database's tables, for hints. */
  readonly knownTables: (database: string) => readonly string[];
}

/** Types that any text converts to, or that an integer converts to: the failure has to happen on the way. */
const NEVER_TEXT = /^(VARCHAR|BLOB)$/;

/** What one statement's translation shares: its text for errors, its tables, and names given out so far. */
export class Translation {
  readonly options: TranslationOptions;
  readonly dialect: Dialect;
  private aliases = 0;
  private readonly failures = new Map<string, number>();

  constructor(options: TranslationOptions) {
    this.options = options;
    this.dialect = options.dialect;
  }

  get hive(): boolean {
    return this.dialect === "hive";
  }

  /** A relation name that no other has. */
  alias(prefix: string): string {
    return `${prefix}${++this.aliases}`;
  }

  /** Ends the translation. */
  fail(kind: SqlErrorKind, message: string, pos: number): never {
    throw new SqlError(kind, message, positionOf(this.options.sql, pos));
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
  mark(pos: number, sql: string): string {
    return markPosition(pos) + sql;
  }

  /**
   * SQL of the engine type `engineType` that fails when it is evaluated; as a cast, because the engine evaluates that lazily and TRY
   * accepts it. Equal expressions must give equal SQL (GROUP BY compares them), so `key` fixes the position to the first one.
   */
  failing(kind: SqlErrorKind, message: string, pos: number, key: string, engineType: string): string {
    return this.failingWith(kind, quoteText(message), pos, key, engineType);
  }

  /** The same with SQL of the message, such as one that quotes the value at fault; a null message gives null. */
  failingWith(kind: SqlErrorKind, messageSql: string, pos: number, key: string, engineType: string): string {
    const place = this.failures.get(key) ?? pos;
    this.failures.set(key, place);
    const cast = `CAST('svc!${kind}!${place}!' || ${messageSql} AS ${NEVER_TEXT.test(engineType) ? "INTEGER" : engineType})`;
    return NEVER_TEXT.test(engineType) ? `CAST(${cast} AS ${engineType})` : cast;
  }
}
