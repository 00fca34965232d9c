import { firstWords } from "../../dialect/parse/statement-text.ts";
import type { Parser } from "../../dialect/parse/parser.ts";
import { startParser } from "../../dialect/parse/statements/statements.ts";
import { SqlError } from "../../dialect/sql-error.ts";
import { MAX_SESSION_SQL, packPrepared, tooLong, unpackPrepared } from "./packed-statement.ts";

/** Statements that the service runs itself. Most change the client's session, which the client keeps in its headers. */
export type SessionStatement =
  | { readonly kind: "use"; readonly catalog: string | null; readonly schema: string }
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "reset"; readonly name: string }
  /** Null: the client's zone. */
  | { readonly kind: "timeZone"; readonly zone: string | null }
  /** With the text that the client keeps. */
  | { readonly kind: "prepare"; readonly name: string; readonly packed: string }
  | { readonly kind: "deallocate"; readonly name: string }
  | { readonly kind: "start" | "commit" | "rollback" }
  /** `CALL system.runtime.kill_query(id, message)`. */
  | { readonly kind: "kill"; readonly id: string; readonly message: string };

export type ClassifiedStatement =
  | SessionStatement
  /** DESCRIBE INPUT or OUTPUT of a prepared statement. */
  | { readonly kind: "describe"; readonly what: "input" | "output"; readonly sql: string }
  /** Any other statement, with the SQL of its parameters. */
  | { readonly kind: "query"; readonly sql: string; readonly parameters: readonly string[] };

/** Rules by first word. Statements without one are queries, which are not parsed here. */
const RULES: Readonly<Record<string, (s: Parser, prepared: Prepared) => ClassifiedStatement | null>> = {
  USE: useStatement,
  SET: (s) => setStatement(s),
  RESET: resetStatement,
  PREPARE: prepareStatement,
  DEALLOCATE: (s) => {
    s.expect("DEALLOCATE", "PREPARE");
    return { kind: "deallocate", name: s.name().text };
  },
  EXECUTE: executeStatement,
  DESCRIBE: describeStatement,
  DESC: describeStatement,
  START: startStatement,
  COMMIT: (s) => endStatement(s, "commit"),
  ROLLBACK: (s) => endStatement(s, "rollback"),
  CALL: callStatement,
};

/** The client's prepared statements by name, as its headers have them. */
type Prepared = ReadonlyMap<string, string>;

/** Reads statements in the engine's process: in the one that answers HTTP, a long statement would hold up everybody. */
export interface SessionReader {
  /** @param prepared - The client's prepared statements, as its headers have them. @throws SqlError */
  read(sql: string, prepared: readonly (readonly [string, string])[]): Promise<ClassifiedStatement>;
}

export const sessionReader: SessionReader = {
  read: (sql, prepared) =>
    new Promise((resolve) => {
      resolve(classifyStatement(sql, new Map(prepared)));
    }),
};

/** Whether a statement may be more than a query, so that it must be read. */
export const mayChangeSession = (sql: string): boolean => ruleOf(sql) !== undefined;

const ruleOf = (sql: string): (typeof RULES)[string] | undefined =>
  RULES[firstWords(sql, 1)[0]?.toUpperCase() ?? ""];

/**
 * Separates the service's statements from queries.
 *
 * @throws SqlError
 */
export function classifyStatement(sql: string, prepared: Prepared): ClassifiedStatement {
  const rule = ruleOf(sql);
  if (rule === undefined) return { kind: "query", sql, parameters: [] };
  if (sql.length > MAX_SESSION_SQL) throw tooLong();
  const s = startParser(sql, "presto");
  const statement = rule(s, prepared);
  if (statement === null) return { kind: "query", sql, parameters: [] };
  s.expectEnd();
  return statement;
}

function useStatement(s: Parser): SessionStatement {
  s.expect("USE");
  const at = s.current;
  const parts = s.qualifiedName().map(({ text }) => text);
  if (parts.length > 2) s.fail("USE takes a schema, or a catalog and a schema", at);
  return { kind: "use", catalog: parts.length === 2 ? parts[0]! : null, schema: parts.at(-1)! };
}

function setStatement(s: Parser): SessionStatement | null {
  if (s.take("SET", "TIME", "ZONE")) return { kind: "timeZone", zone: timeZone(s) };
  if (s.peek(2).upper === "AUTHORIZATION" || !s.take("SET", "SESSION")) return null;
  const name = propertyName(s);
  s.expect("=");
  return { kind: "set", name, value: propertyValue(s) };
}

function resetStatement(s: Parser): SessionStatement | null {
  if (s.peek(2).upper === "AUTHORIZATION" || !s.take("RESET", "SESSION")) return null;
  return { kind: "reset", name: propertyName(s) };
}

/** The name stands in headers as it is. */
function propertyName(s: Parser): string {
  const at = s.current;
  const name = procedureName(s);
  if (!/^[\w.-]+$/.test(name))
    s.fail("the name of a session property takes letters, digits, underscores, dots and hyphens", at);
  return name;
}

function procedureName(s: Parser): string {
  return s
    .qualifiedName()
    .map(({ text }) => text)
    .join(".");
}

/**
 * A literal: a string, a number, a word such as `true`. Other expressions would need evaluation. Strings are ASCII, as clients refuse other
 * characters in headers.
 */
function propertyValue(s: Parser): string {
  const at = s.current;
  if (at.kind === "string") {
    const text = s.string();
    return /^[\x20-\x7e]*$/.test(text)
      ? text
      : s.fail("the value of a session property takes ASCII only", at);
  }
  const sign = s.takeAny("-", "+") === "-" ? "-" : "";
  const token = s.next();
  if (token.kind !== "number" && (token.kind !== "word" || sign !== ""))
    s.fail("a session property takes a literal", token);
  return sign + token.text;
}

function timeZone(s: Parser): string | null {
  if (s.take("LOCAL")) return null;
  if (!s.take("INTERVAL")) return s.string();
  const sign = s.takeAny("-", "+") === "-" ? -1 : 1;
  const at = s.current;
  const amount = Number(s.string());
  const minutes = sign * amount * (s.take("HOUR") ? 60 : (s.expect("MINUTE"), 1));
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60)
    s.fail("a time zone is at most 14 hours and whole minutes from UTC", at);
  const two = (n: number): string => String(n).padStart(2, "0");
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(distance / 60))}:${two(distance % 60)}`;
}

function prepareStatement(s: Parser): SessionStatement {
  s.expect("PREPARE");
  const { text: name } = s.name();
  s.expect("FROM");
  return { kind: "prepare", name, packed: packPrepared(restOf(s)) };
}

/** The rest of the SQL without the final semicolon. */
function restOf(s: Parser): string {
  const start = s.pos;
  let end = start;
  while (s.current.kind !== "end" && !s.is(";")) end = s.next().end;
  if (end === start) s.fail("expected a statement");
  return s.sql.slice(start, end);
}

function executeStatement(s: Parser, prepared: Prepared): ClassifiedStatement {
  s.expect("EXECUTE");
  const immediate = s.is("IMMEDIATE") && s.peek(1).kind === "string";
  if (immediate) s.expect("IMMEDIATE");
  const sql = immediate ? s.string() : preparedText(s, prepared);
  const parameters = s.take("USING") ? s.list(() => expressionText(s)) : [];
  return { kind: "query", sql, parameters };
}

function preparedText(s: Parser, prepared: Prepared): string {
  const { text: name } = s.name();
  const sql = prepared.get(name) ?? prepared.get(name.toLowerCase());
  if (sql === undefined) throw new SqlError("NOT_FOUND", `Prepared statement not found: ${name}`);
  return unpackPrepared(sql);
}

/** The SQL of an expression; it is parsed only to find its end. */
function expressionText(s: Parser): string {
  const start = s.pos;
  s.expression();
  return s.sql.slice(start, s.peek(-1).end);
}

function describeStatement(s: Parser, prepared: Prepared): ClassifiedStatement | null {
  const what = s.peek(1).upper;
  // A table may be named INPUT or OUTPUT; then the SQL ends here, or a dot follows.
  if ((what !== "INPUT" && what !== "OUTPUT") || !s.atName(2)) return null;
  s.next();
  s.next();
  const sql = preparedText(s, prepared);
  return { kind: "describe", what: what === "OUTPUT" ? "output" : "input", sql };
}

function startStatement(s: Parser): SessionStatement {
  s.expect("START", "TRANSACTION");
  const oneOf = (...words: string[]): void => {
    if (s.takeAny(...words) === null) s.fail(`expected ${words.join(" or ")}`);
  };
  const mode = (): void => {
    if (!s.take("ISOLATION", "LEVEL")) {
      s.expect("READ");
      oneOf("ONLY", "WRITE");
    } else if (s.take("READ")) oneOf("COMMITTED", "UNCOMMITTED");
    else if (!s.take("REPEATABLE", "READ")) oneOf("SERIALIZABLE");
  };
  if (s.current.kind !== "end" && !s.is(";")) s.list(mode);
  return { kind: "start" };
}

function endStatement(s: Parser, kind: "commit" | "rollback"): SessionStatement {
  s.next();
  s.take("WORK");
  return { kind };
}

function callStatement(s: Parser): SessionStatement {
  s.expect("CALL");
  const name = procedureName(s);
  if (name.toLowerCase() !== "system.runtime.kill_query")
    throw new SqlError("PROCEDURE_NOT_FOUND", `Procedure not registered: ${name}`);
  const properties = new Map<string, string>();
  const argument = (): void => {
    const named = s.peek(1).text === "=>";
    const name = named ? s.name().text.toLowerCase() : (["query_id", "message"][properties.size] ?? "");
    if (named) s.expect("=>");
    properties.set(name, s.take("NULL") ? "" : s.string());
  };
  s.parens(() => s.list(argument));
  const id = properties.get("query_id");
  if (id === undefined || [...properties.keys()].some((key) => key !== "query_id" && key !== "message"))
    s.fail("kill_query takes query_id and message");
  return { kind: "kill", id, message: properties.get("message") ?? "" };
}
