// This folder: the grammar of statements that are no queries.

import type { Dialect } from "../../dialect.ts";
import { SqlError } from "../../sql-error.ts";
import type { Expr } from "../ast.ts";
import type { Statement } from "../statement-ast.ts";
import { parseAlter } from "./alter.ts";
import { parseCreate, parseDrop } from "./create.ts";
import { parseInsert, parseMultiInsert } from "./insert.ts";
import { startsQuery } from "../expressions/primaries.ts";
import { parseQueryAfterWith, parseWith, parseQuery } from "../queries/query.ts";
import { parseDescribe, parseShow } from "./show.ts";
import { Parser, type Grammar } from "../parser.ts";
import { parseCall } from "../expressions/calls.ts";
import { parseExpr, parseValue } from "../expressions/expressions.ts";

export const GRAMMAR: Grammar = {
  expression: parseExpr,
  value: parseValue,
  call: parseCall,
  query: parseQuery,
};

export const startParser = (sql: string, dialect: Dialect): Parser => new Parser(sql, dialect, GRAMMAR);

const REFUSED = new Set(
  `MERGE CALL COPY ATTACH DETACH INSTALL LOAD PRAGMA EXPORT IMPORT VACUUM CHECKPOINT PREPARE EXECUTE DEALLOCATE GRANT REVOKE DENY ANALYZE START BEGIN
  COMMIT ROLLBACK REFRESH ADD LIST DFS RELOAD MSCK LOCK UNLOCK EXCHANGE REPLACE FORCE KILL SUMMARIZE PIVOT UNPIVOT FLUSH CACHE UNCACHE DELETEJAR
  COMPILE REPL ABORT`.split(/\s+/),
);

/** Maximum length of a statement in characters: enough to insert some ten thousand rows. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * Parses one statement (final semicolons are allowed).
 *
 * @param values - Number of parameter (`?`) values; null when the statement is only described.
 * @throws SqlError SYNTAX_ERROR or NOT_SUPPORTED with its position; INVALID_PARAMETER_USAGE for the wrong number of values.
 */
export function parseStatement(sql: string, dialect: Dialect, values: number | null = 0): Statement {
  if (sql.length > MAX_LENGTH)
    throw new SqlError("EXCEEDED_LIMIT", `the statement is longer than ${MAX_LENGTH} characters`);
  const s = startParser(sql, dialect);
  const statement = parseAny(s);
  s.expectEnd();
  if (values !== null && values !== s.parameterCount)
    throw new SqlError(
      "INVALID_PARAMETER_USAGE",
      `Incorrect number of parameters: expected ${s.parameterCount} but found ${values}`,
      { line: 1, column: 1 },
    );
  return statement;
}

/** Parses a single expression. @throws SqlError */
export function parseExpression(sql: string, dialect: Dialect): Expr {
  const s = startParser(sql, dialect);
  const expr = s.expression();
  if (s.current.kind !== "end" || s.parameterCount > 0) s.fail("expected one expression");
  return expr;
}

/** Parses a statement of any kind, without its end. */
export function parseAny(s: Parser): Statement {
  const pos = s.pos;
  if (startsQuery(s) || s.is("(")) return parseQueryStatement(s);
  const first = s.current.upper;
  switch (first) {
    case "INSERT":
      return parseInsert(s, [], false);
    case "CREATE":
      return parseCreate(s);
    case "DROP":
      return parseDrop(s);
    case "ALTER":
      return parseAlter(s);
    case "TRUNCATE":
      s.next();
      s.take("TABLE");
      return { kind: "truncate", pos, table: s.qualifiedName() };
    case "DELETE": {
      s.expect("DELETE", "FROM");
      const table = s.qualifiedName();
      return { kind: "delete", pos, table, where: s.take("WHERE") ? s.expression() : null };
    }
    case "UPDATE": {
      s.next();
      const table = s.qualifiedName();
      s.expect("SET");
      const set = s.list(() => {
        const column = s.name();
        s.expect("=");
        return { column, value: s.expression() };
      });
      return { kind: "update", pos, table, set, where: s.take("WHERE") ? s.expression() : null };
    }
    case "COMMENT":
      return parseComment(s);
    case "EXPLAIN":
      return parseExplain(s);
    case "SHOW":
      return parseShow(s);
    case "DESCRIBE":
    case "DESC":
      return parseDescribe(s);
    case "USE": {
      s.next();
      return { kind: "use", pos, name: s.qualifiedName() };
    }
    case "SET":
    case "RESET":
      return parseSet(s);
  }
  if (REFUSED.has(first)) s.unsupported(`the statement ${first}`);
  return s.fail("expected a statement");
}

function parseQueryStatement(s: Parser): Statement {
  const pos = s.pos;
  if (s.hive && (s.is("FROM") || s.is("WITH"))) {
    const { commonTables, recursive } = parseWith(s);
    if (s.is("INSERT")) return parseInsert(s, commonTables, recursive);
    if (s.is("FROM")) {
      const inserts = parseMultiInsert(s, commonTables);
      if (inserts !== null) return inserts;
    }
    return { kind: "select", pos, query: parseQueryAfterWith(s, pos, commonTables, recursive) };
  }
  return { kind: "select", pos, query: s.query() };
}

function parseComment(s: Parser): Statement {
  const pos = s.pos;
  s.expect("COMMENT", "ON");
  const what = s.takeAny("TABLE", "VIEW", "COLUMN") ?? s.fail("expected TABLE, VIEW or COLUMN");
  const table = s.qualifiedName();
  const column = what === "COLUMN" ? table.pop()! : null;
  if (table.length === 0) s.fail("expected the name of a table and of its column", s.current);
  s.expect("IS");
  const text = s.take("NULL") ? null : s.string();
  return { kind: "comment", pos, what: what as "TABLE", table, column, text };
}

function parseExplain(s: Parser): Statement {
  const pos = s.pos;
  s.expect("EXPLAIN");
  let type = "LOGICAL";
  let format = "TEXT";
  let analyze = false;
  if (s.hive) {
    if (s.take("ANALYZE")) analyze = true;
    else
      s.takeAny(
        "EXTENDED",
        "FORMATTED",
        "DEPENDENCY",
        "AUTHORIZATION",
        "LOCKS",
        "CBO",
        "AST",
        "VECTORIZATION",
      );
  } else {
    analyze = s.take("ANALYZE");
    if (analyze) s.take("VERBOSE");
    const option = (): void => {
      const name = s.takeAny("TYPE", "FORMAT") ?? s.fail("expected TYPE or FORMAT");
      const value = s.anyName().text.toUpperCase();
      if (name === "TYPE") type = value;
      else format = value;
    };
    if (s.is("(") && !startsQuery(s)) s.parens(() => s.list(option));
    if (!["LOGICAL", "DISTRIBUTED", "VALIDATE", "IO"].includes(type))
      s.fail("expected LOGICAL, DISTRIBUTED, VALIDATE or IO");
    if (format !== "TEXT" && !(format === "JSON" && type === "IO"))
      s.unsupported(`EXPLAIN with the format ${format}`, pos);
  }
  return { kind: "explain", pos, analyze, type, statement: parseAny(s) };
}

function parseSet(s: Parser): Statement {
  const pos = s.pos;
  const reset = s.next().upper === "RESET";
  const session = s.take("SESSION");
  if ((!session || s.is("AUTHORIZATION")) && !s.hive) {
    const what = s.takeAny("TIME", "ROLE", "PATH", "AUTHORIZATION") ?? s.fail("expected SESSION");
    s.unsupported(`SET ${what}`, pos);
  }
  if (!s.hive) s.anyName();
  while (s.current.kind !== "end" && !s.is(";")) s.next();
  return { kind: "set", pos, reset };
}
