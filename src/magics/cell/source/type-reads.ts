import { parseDescriptor } from "../../../core/engine/descriptor.ts";
import type { TypedStatement } from "../../sql/row-type.ts";
import { exactLexer, type SourceToken } from "./source-lexer.ts";

/** Engines that the notebook's cells created from a literal descriptor, by variable name. */
export type KnownEngines = Map<string, Pick<TypedStatement, "dialect" | "database">>;

const MAYBE = /read_svc|create_engine/;

/**
 * Adds the row type to each `read_svc_query("select ...", engine)` of a cell, if statement and engine are literal. Changes nothing else.
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
    if (token.text !== "read_svc_query" && token.text !== "read_svc") continue;
    const sql = literalText(tokens[at + 2]);
    const engine = tokens[at + 3]?.text === "," ? engineAt(tokens, at + 4, engines) : null;
    if (sql === null || engine === null || makesDates(tokens, at + 1)) continue;
    const type = rowType({ sql, ...engine, dates: false });
    if (type === null) continue;
    typed += `${cell.slice(done, token.end)}<${type}>`;
    done = token.end;
  }
  return typed + cell.slice(done);
}

/** Whether the call has `parse_dates`, which makes columns dates. @param open - Index of its parenthesis. */
function makesDates(tokens: readonly SourceToken[], open: number): boolean {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { text } = tokens[at] as SourceToken;
    if (text === "parse_dates") return true;
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
