import type { EngineType } from "../engine/descriptor.ts";
import { ConfigError } from "../errors.ts";
import { quoteIdentifier } from "./quote-identifier.ts";
import { sqlLiteral } from "./sql-literal.ts";

/** Text inserted into a statement unchanged. */
class RawSql {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Identifiers, quoted for the engine's dialect. */
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
 * A statement with values, created by {@link sql}. It is rendered when run, as hive and presto quote text differently;
 * `String(...)` renders it for presto.
 */
export class SqlText {
  readonly #strings: readonly string[];
  readonly #values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** Renders the statement for a dialect. */
  render(type: EngineType): string {
    return this.#strings.reduce((text, piece, i) => text + render(this.#values[i - 1], i, type) + piece);
  }

  /** Renders the statement for presto. */
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
  // Report values without a literal where the template is written, not where it is run.
  statement.render("presto");
  return statement;
}

/**
 * Template tag for statements with values: `` sql`select * from t where host = ${host} and code in ${[200, 404]}` ``.
 * Values become SQL literals of their type; nested templates and `sql.raw(text)` are inserted unchanged.
 *
 * @throws ConfigError naming a value that has no literal.
 */
export const sql: typeof tag & {
  /** Text to insert unchanged, such as a list of expressions. */
  raw(text: unknown): RawSql;
  /** Name of a column or table, quoted for the dialect; a list is joined with commas. A dot separates database and table. */
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

/** The text of a query in the engine's dialect. @throws ConfigError unless it is non-blank text. */
export function queryText(query: string | SqlText, type: EngineType): string {
  // Duck-typed, as the template may come from another copy of this library.
  const text: unknown =
    typeof (query as Partial<SqlText> | null)?.render === "function"
      ? (query as SqlText).render(type)
      : query;
  if (typeof text !== "string") throw new ConfigError(`the query must be text, not ${typeof text}`);
  if (text.trim() === "") throw new ConfigError("the query is empty");
  return text;
}
