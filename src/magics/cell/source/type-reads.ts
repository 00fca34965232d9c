import { parseDescriptor } from "../../../core/engine/descriptor.ts";
import { quoteIdentifier } from "../../../core/sql/quote-identifier.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import type { TypedStatement } from "../../sql/row-type.ts";
import { exactLexer, type SourceToken } from "./source-lexer.ts";

/** Engines that the notebook's cells created from a literal descriptor, by variable name. */
export type KnownEngines = Map<string, Pick<TypedStatement, "dialect" | "database">>;

const MAYBE = /read_svc|create_engine/;
const READERS: ReadonlySet<string> = new Set(["read_svc", "read_svc_query", "read_svc_table"]);

/**
 * Adds the row type to each `read_svc_query("select ...", engine)` and `read_svc_table("name", engine)` of a cell, if both arguments are literal. Changes nothing else.
 *
 * @param engines - Receives the engines that the cell creates.
 * @param rowType - Null when the type is unknown.
 */
export function typeReads(
  cell: string,
  engines: KnownEngines,
  rowType: (statement: TypedStatement) => string | null,
): string {
  if (!MAYBE.test(cell)) return cell;
  const tokens: SourceToken[] = [];
  const lexer = exactLexer(cell);
  for (let token = lexer.next(); token !== null; token = lexer.next()) tokens.push(token);
  let typed = "";
  let done = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name") continue;
    if (tokens[at + 1]?.text === "=") engines.delete(token.text);
    if (tokens[at + 1]?.text !== "(") continue;
    if (token.text === "create_engine") {
      const [equals, name] = [tokens[at - 1], tokens[at - 2]];
      const engine = engineOf(tokens[at + 2]);
      if (equals?.text === "=" && name?.kind === "name" && engine !== null) engines.set(name.text, engine);
      continue;
    }
    if (!READERS.has(token.text)) continue;
    const text = literalText(tokens[at + 2]);
    const engine = tokens[at + 3]?.text === "," ? engineAt(tokens, at + 4, engines) : null;
    if (text === null || engine === null || changesColumns(tokens, at + 1)) continue;
    const sql = token.text === "read_svc_table" ? tableSql(text, engine.dialect) : text;
    const type = rowType({ sql, ...engine, dates: false });
    if (type === null) continue;
    typed += `${cell.slice(done, token.end)}<${type}>`;
    done = token.end;
  }
  return typed + cell.slice(done);
}

/** @param name - `table` or `database.table`. */
const tableSql = (name: string, dialect: Dialect): string =>
  `select * from ${name
    .split(".")
    .map((part) => quoteIdentifier(part, dialect))
    .join(".")}`;

/** Whether the call has options that change the columns or their types. @param open - Index of its parenthesis. */
function changesColumns(tokens: readonly SourceToken[], open: number): boolean {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { text } = tokens[at] as SourceToken;
    if (text === "parse_dates" || text === "columns") return true;
    if (text === "(") depth += 1;
    if (text === ")" && --depth === 0) return false;
  }
  return false;
}

function engineAt(tokens: readonly SourceToken[], at: number, engines: KnownEngines) {
  const name = tokens[at];
  if (name?.text === "create_engine") return engineOf(tokens[at + 2]);
  return (name?.kind === "name" && engines.get(name.text)) || null;
}

function engineOf(descriptor: SourceToken | undefined) {
  const text = literalText(descriptor);
  try {
    const { type, database } = parseDescriptor(text ?? "");
    return { dialect: type, database };
  } catch {
    // The error is reported when the cell runs.
    return null;
  }
}

/** The value of a string, or of a template without expressions, if it has no escapes. */
function literalText(token: SourceToken | undefined): string | null {
  if (token === undefined || token.text.includes("\\")) return null;
  const isText = token.kind === "string" || (token.kind === "template" && token.text.endsWith("`"));
  return isText && token.text.length > 1 ? token.text.slice(1, -1) : null;
}
