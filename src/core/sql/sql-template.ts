import type { EngineType } from "../engine/descriptor.ts";
import { ConfigError } from "../errors.ts";
import { quoteIdentifier } from "./quote-identifier.ts";
import { sqlLiteral } from "./sql-literal.ts";

/** Text that goes into a statement as it is. */
class RawSql {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Names that are quoted as the dialect of the engine quotes them. */
class IdentifierSql {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  render(type: EngineType): string {
    return this.#names
      .map((name) =>
        name
          .split(".")
          .map((part) => quoteIdentifier(part, type))
          .join("."),
      )
      .join(", ");
  }
}

/**
 * A statement with values in it, made by {@link sql}. Its text is written when it is run, in the dialect of the
 * engine, as hive and presto quote text differently; `String(...)` gives the presto text.
 */
export class SqlText {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** The text in one dialect. */
  render(type: EngineType): string {
    return this.#strings.reduce((text, piece, i) => text + render(this.#values[i - 1], i, type) + piece);
  }

  /** The text as presto has it. */
  toString(): string {
    return this.render("presto");
  }
}

function render(value: unknown, place: number, type: EngineType): string {
  if (value instanceof SqlText || value instanceof IdentifierSql) return value.render(type);
  if (value instanceof RawSql) return value.text;
  try {
    return sqlLiteral(value, type);
  } catch (error) {
    throw new ConfigError(`value ${place} of the sql template: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function tag(strings: TemplateStringsArray, ...values: readonly unknown[]): SqlText {
  const statement = new SqlText(strings, values);
  // Values that have no literal are found where the template is written, not where it is run.
  statement.render("presto");
  return statement;
}

/**
 * Tag for statements with values: `` sql`select * from t where host = ${host} and code in ${[200, 404]}` ``. Values
 * become SQL literals of their type; a nested template goes in as it is, and so does `sql.raw(text)`.
 *
 * @throws ConfigError for a value that has no literal, saying which.
 */
export const sql: typeof tag & {
  /** Text that goes in as it is, without quotes: a list of expressions. */
  raw(text: unknown): RawSql;
  /** The name of a column or a table, quoted as the dialect does; a list of names with commas. A dot parts a database from its table. */
  id(names: string | readonly string[]): IdentifierSql;
} = Object.assign(tag, {
  raw: (text: unknown): RawSql => new RawSql(String(text)),
  id(names: string | readonly string[]): IdentifierSql {
    const list: readonly unknown[] = Array.isArray(names) ? names : [names];
    if (list.length === 0 || !list.every((name) => typeof name === "string" && name !== ""))
      throw new ConfigError("sql.id takes the name of a column or a table, or a list of such names");
    return new IdentifierSql(list as readonly string[]);
  },
});

/** The text of a query in the dialect of the engine. @throws ConfigError for anything but text with something in it. */
export function queryText(query: string | SqlText, type: EngineType): string {
  // By its method, as the template may be of another copy of this library.
  const text: unknown =
    typeof (query as Partial<SqlText> | null)?.render === "function"
      ? (query as SqlText).render(type)
      : query;
  if (typeof text !== "string") throw new ConfigError(`the query must be text, not ${typeof text}`);
  if (text.trim() === "") throw new ConfigError("the query is empty");
  return text;
}
