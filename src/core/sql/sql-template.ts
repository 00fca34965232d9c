// This folder: SQL text from values: literals by type, quoted names, templates, the excerpt of an error.

import type { EngineType } from "../options/descriptor.ts";
import { endsBeforeTable } from "../../dialect/parse/statement-text.ts";
import { ConfigError } from "../errors.ts";
import { isTable, type FrameInput } from "../write/frame.ts";
import type { SvcStatements } from "./known-statements.ts";
import { quoteIdentifier, sqlLiteral } from "./sql-literal.ts";
import { tableRelation } from "./table-relation.ts";

/**
 * A statement with values, or a part of one, created by {@link sql}. It is rendered when run, as hive and presto quote text differently;
 * `String(...)` renders it for presto.
 */
export class SqlText {
  /** Renders the statement for a dialect. */
  readonly render: (type: EngineType) => string;

  constructor(render: (type: EngineType) => string) {
    this.render = render;
  }

  /** Renders the statement for presto. */
  toString(): string {
    return this.render("presto");
  }
}

/** A value that has an SQL literal, or a table for FROM. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | SqlText
  | { readonly [Symbol.toStringTag]: `Temporal.${string}` }
  | Iterable<SqlValue>
  | FrameInput;

/** Values of a template: checked in a project with the file of `svclib types`. */
export type TemplateValue = [keyof SvcStatements] extends [never] ? unknown : SqlValue;

/** @param before - The statement's text before the value. */
function rendered(value: unknown, before: readonly string[], type: EngineType): string {
  if (value instanceof SqlText) return value.render(type);
  const index = before.length;
  try {
    return isRows(value) && endsBeforeTable(before.join(" ? "), type)
      ? tableRelation(value, type)
      : sqlLiteral(value, type);
  } catch (error) {
    throw new ConfigError(`value ${index} of the sql template: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A table, or what could be a list of row objects. */
const isRows = (value: unknown): value is FrameInput =>
  typeof value === "object" &&
  value !== null &&
  (isTable(value) || (Symbol.iterator in value && !ArrayBuffer.isView(value)));

function tag(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): SqlText {
  const statement = new SqlText((type) =>
    strings.reduce((text, piece, i) => text + rendered(values[i - 1], strings.slice(0, i), type) + piece),
  );
  // Report values without a literal where the template is written, not where it is run.
  statement.render("presto");
  return statement;
}

/**
 * Template tag for statements with values: `` sql`select * from t where host = ${host} and code in ${[200, 404]}` ``.
 * Values become SQL literals of their type; nested templates and `sql.raw(text)` are inserted unchanged. After FROM and JOIN, a small table
 * or list of row objects becomes a subquery with its rows: `` sql`select * from ${rows} r join t on t.id = r.id` ``.
 *
 * @throws ConfigError naming a value that has no literal.
 */
export const sql: typeof tag & {
  /** Text to insert unchanged, such as a list of expressions. */
  raw(text: unknown): SqlText;
  /** Name of a column or table, quoted for the dialect; a list is joined with commas. A dot separates database and table. */
  id(names: string | readonly string[]): SqlText;
} = Object.assign(tag, {
  raw(text: unknown): SqlText {
    const raw = String(text);
    return new SqlText(() => raw);
  },
  id(names: string | readonly string[]): SqlText {
    const list: readonly unknown[] = Array.isArray(names) ? names : [names];
    if (list.length === 0 || !list.every((name) => typeof name === "string" && name !== ""))
      throw new ConfigError("sql.id takes the name of a column or a table, or a list of such names");
    const paths = (list as readonly string[]).map((name) => name.split("."));
    return new SqlText((type) =>
      paths.map((path) => path.map((part) => quoteIdentifier(part, type)).join(".")).join(", "),
    );
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
