import { SqlError } from "../../dialect/sql-error.ts";
import { scanSql, type SqlPiece } from "./sql-scan.ts";

/** What a statement of the protocol's own does: it changes the client's session, which lives in the client's headers. */
export type SessionStatement =
  | { readonly kind: "use"; readonly catalog: string | null; readonly schema: string }
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "reset"; readonly name: string }
  | { readonly kind: "prepare"; readonly name: string; readonly sql: string }
  | { readonly kind: "deallocate"; readonly name: string }
  /** Any other statement, with its parameters put in. */
  | { readonly kind: "query"; readonly sql: string };

/** Most statements are queries, and long ones are not cut into pieces to find that out. */
const MAY_CHANGE_SESSION =
  /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(?:use|set|reset|prepare|deallocate|execute)\b/i;

/**
 * Tells the statements that change the session from queries, and puts values in where a query has parameters.
 *
 * @param prepared - Text of the statements that the client has prepared, by name.
 */
export function readStatement(sql: string, prepared: ReadonlyMap<string, string>): SessionStatement {
  if (!MAY_CHANGE_SESSION.test(sql)) return { kind: "query", sql };
  const pieces = scanSql(sql).filter(({ kind }) => kind !== "space");
  while (pieces.at(-1)?.text === ";") pieces.pop();
  const words = pieces.map(({ text }) => text.toLowerCase());
  const rest = (from: number): string => afterPiece(sql, from);
  const [first, second] = words;
  if (first === "use" && pieces.length > 1) return useStatement(pieces.slice(1));
  if (first === "set" && second === "session" && words.length >= 5) return setStatement(pieces.slice(2));
  if (first === "reset" && second === "session" && pieces[2])
    return { kind: "reset", name: nameOf(pieces.slice(2)) };
  if (first === "prepare" && words[2] === "from") {
    return { kind: "prepare", name: unquote(pieces[1] as SqlPiece), sql: rest(3) };
  }
  if (first === "deallocate" && second === "prepare" && pieces[2])
    return { kind: "deallocate", name: unquote(pieces[2]) };
  if (first !== "execute" || !pieces[1]) return { kind: "query", sql };
  const immediate = second === "immediate" && pieces[2]?.kind === "quoted";
  const name = unquote(pieces[immediate ? 2 : 1] as SqlPiece);
  const text = immediate ? name : prepared.get(name);
  if (text === undefined) throw new SqlError("GENERIC_USER_ERROR", `Prepared statement not found: ${name}`);
  const using = immediate ? 3 : 2;
  return { kind: "query", sql: putIn(text, words[using] === "using" ? splitValues(rest(using + 1)) : []) };
}

function useStatement(pieces: readonly SqlPiece[]): SessionStatement {
  const parts = nameParts(pieces);
  const schema = parts.pop();
  if (schema === undefined || parts.length > 1)
    throw new SqlError("SYNTAX_ERROR", "USE takes a database name.");
  return { kind: "use", catalog: parts[0] ?? null, schema };
}

function setStatement(pieces: readonly SqlPiece[]): SessionStatement {
  const equals = pieces.findIndex(({ text }) => text === "=");
  if (equals < 1) throw new SqlError("SYNTAX_ERROR", "SET SESSION takes name = value.");
  const value = pieces.slice(equals + 1);
  const only = value.length === 1 ? value[0] : undefined;
  const text = only?.kind === "quoted" ? unquote(only) : value.map((piece) => piece.text).join("");
  return { kind: "set", name: nameOf(pieces.slice(0, equals)), value: text };
}

function nameOf(pieces: readonly SqlPiece[]): string {
  return nameParts(pieces).join(".");
}

function nameParts(pieces: readonly SqlPiece[]): string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === "quoted") return [unquote(piece)];
    return piece.text.split(".").filter((part) => part !== "");
  });
}

function unquote({ kind, text }: SqlPiece): string {
  if (kind !== "quoted") return text;
  const quote = text[0] as string;
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

/** The text behind the first `count` pieces that are no white space, without a semicolon at its end. */
function afterPiece(sql: string, count: number): string {
  let seen = 0;
  let length = 0;
  for (const { kind, text } of scanSql(sql)) {
    if (seen === count && kind !== "space") break;
    if (kind !== "space") seen++;
    length += text.length;
  }
  return sql.slice(length).replace(/[\s;]+$/, "");
}

function splitValues(text: string): string[] {
  const values: string[] = [""];
  let depth = 0;
  for (const { kind, text: piece } of scanSql(text)) {
    if (kind === "sign" && "([".includes(piece)) depth++;
    if (kind === "sign" && ")]".includes(piece)) depth--;
    if (kind === "sign" && piece === "," && depth === 0) values.push("");
    else values[values.length - 1] += piece;
  }
  return values.map((value) => value.trim());
}

function putIn(sql: string, values: readonly string[]): string {
  let used = 0;
  const text = scanSql(sql)
    .map(({ kind, text: piece }) => (kind === "sign" && piece === "?" ? (values[used++] ?? "?") : piece))
    .join("");
  if (used !== values.length) {
    throw new SqlError(
      "GENERIC_USER_ERROR",
      `Incorrect number of parameters: expected ${used} but found ${values.length}`,
    );
  }
  return text;
}
