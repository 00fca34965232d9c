import { plainCall } from "./plain-call.ts";
import type { Expr, TypeName } from "../ast.ts";
import { parseSpecialCall } from "./calls.ts";
import { parseLambda } from "./lambda.ts";
import { isReserved, SET_OPERATIONS } from "../reserved.ts";
import type { Parser } from "../parser.ts";
import { parseTypeName } from "../parse-type-name.ts";

const LITERAL_TYPES = new Set(
  "DATE TIME TIMESTAMP DECIMAL JSON DOUBLE REAL BIGINT INTEGER INT SMALLINT TINYINT VARCHAR CHAR BOOLEAN UUID IPADDRESS IPPREFIX VARBINARY".split(
    " ",
  ),
);

const CURRENT = new Set(
  "CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP CURRENT_USER CURRENT_CATALOG CURRENT_SCHEMA".split(
    " ",
  ),
);

const UNITS = new Set("YEAR MONTH DAY HOUR MINUTE SECOND".split(" "));

/** Expressions that bind tighter than operators. */
export function parsePrimary(s: Parser): Expr {
  const token = s.current;
  const pos = token.start;
  switch (token.kind) {
    case "number":
      s.next();
      return takeUnit(s, { kind: "number", pos, text: token.text });
    case "string": {
      s.next();
      let value = token.text;
      while (s.hive && s.current.kind === "string") value += s.next().text;
      return takeUnit(s, { kind: "string", pos, value });
    }
    case "unicode":
      s.next();
      return { kind: "string", pos, value: decodeUnicode(s, token.text, pos) };
    case "binary":
      s.next();
      return { kind: "binary", pos, hex: token.text };
    case "quoted":
      return (
        parseLambda(s) ?? (s.peek(1).upper === "(" ? s.call() : { kind: "name", pos, parts: [s.name()] })
      );
    case "op":
      if (token.text === "(") return parseLambda(s) ?? parseParenthesis(s);
      if (token.text === "[" && !s.hive) {
        s.next();
        return parseArray(s, pos);
      }
      if (token.text === "?") return { kind: "parameter", pos, index: s.parameterIndex(s.next()) };
      return s.fail("expected an expression");
    case "end":
      return s.fail("expected an expression");
    case "word":
      return parseWord(s);
  }
}

function parseWord(s: Parser): Expr {
  const { upper, start: pos } = s.current;
  const following = s.peek(1);
  switch (upper) {
    case "NULL":
      s.next();
      return { kind: "null", pos };
    case "TRUE":
    case "FALSE":
      s.next();
      return { kind: "boolean", pos, value: upper === "TRUE" };
    case "CASE":
      return parseCase(s);
    case "EXISTS":
      s.next();
      return { kind: "exists", pos, query: s.subquery() };
    case "ARRAY":
      if (following.upper === "[") {
        s.next();
        s.next();
        return parseArray(s, pos);
      }
      break;
    case "ROW":
      if (following.upper === "(" && !s.hive) {
        s.next();
        return { kind: "row", pos, items: s.parens(() => s.expressions()) };
      }
      break;
    case "INTERVAL":
      if (
        ["string", "number"].includes(following.kind) ||
        (s.hive
          ? following.upper === "("
          : ["-", "+"].includes(following.upper) && s.peek(2).kind === "string")
      )
        return parseInterval(s);
      break;
    case "TRY_CAST":
    case "CAST":
      if (following.upper !== "(") break;
      if (s.hive && upper === "TRY_CAST") s.fail("expected CAST, which gives null for what it can't convert");
      s.next();
      return s.parens((): Expr => {
        const arg = s.expression();
        s.expect("AS");
        const type = parseTypeName(s);
        if (s.hive && s.is("FORMAT")) s.unsupported("CAST with a FORMAT");
        return { kind: "cast", pos, arg, type, safe: upper === "TRY_CAST" };
      });
  }
  if (CURRENT.has(upper) && following.upper !== ".") {
    s.next();
    if (!s.hive && s.is("(", ")")) s.fail(`expected no parentheses after ${upper}`);
    const precision = (): Expr =>
      s.hive ? s.expression() : { kind: "number", pos: s.pos, text: `${s.integer()}` };
    const args = s.is("(") ? s.parens(() => (s.is(")") ? [] : [precision()])) : [];
    return plainCall(pos, upper.toLowerCase(), args);
  }
  const typedLiteral = parseTypedLiteral(s);
  if (typedLiteral !== null) return typedLiteral;
  if (following.upper === "(") return parseSpecialCall(s) ?? s.call();
  const lambda = parseLambda(s);
  if (lambda !== null) return lambda;
  if (isReserved(upper, s.dialect)) s.fail("expected an expression");
  const name = s.name();
  if (!s.hive && s.is("OVER")) s.unsupported("the measures of row pattern recognition", pos);
  return { kind: "name", pos, parts: [name] };
}

/** What follows the bracket of `ARRAY[…]`, or of `[…]`. */
function parseArray(s: Parser, pos: number): Expr {
  const items = s.is("]") ? [] : s.expressions();
  s.expect("]");
  return { kind: "array", pos, items };
}

function parseTypedLiteral(s: Parser): Expr | null {
  const { upper, start: pos } = s.current;
  const ahead = upper === "DOUBLE" && s.peek(1).upper === "PRECISION" ? 2 : 1;
  if (s.peek(ahead).kind !== "string") return null;
  if (s.hive ? upper !== "DATE" && upper !== "TIMESTAMP" : !LITERAL_TYPES.has(upper)) return null;
  for (let i = 0; i < ahead; i++) s.next();
  const type: TypeName = { name: upper.toLowerCase(), pos, args: [] };
  return { kind: "typedLiteral", pos, type, value: s.string() };
}

function parseParenthesis(s: Parser): Expr {
  const pos = s.pos;
  const items = s.parens((): Expr | Expr[] =>
    startsQuery(s, true) ? { kind: "subquery", pos, query: s.query() } : s.expressions(),
  );
  if (!Array.isArray(items)) return items;
  if (items.length > 1) return { kind: "row", pos, items };
  return ["number", "string"].includes(items[0]!.kind) ? takeUnit(s, items[0]!) : items[0]!;
}

/** Hive's `30 days`, `'30' days` and `(30) days` are intervals. */
function takeUnit(s: Parser, value: Expr): Expr {
  return s.hive && s.current.kind === "word" && UNITS.has(unitAt(s))
    ? parseUnits(s, value.pos, value, false)
    : value;
}

/** True at SELECT, WITH, VALUES, TABLE, or parentheses around one of them; `inExpression`: inside parentheses that may hold more than a query. */
export function startsQuery(s: Parser, inExpression = false): boolean {
  let ahead = 0;
  while (s.peek(ahead).upper === "(") ahead++;
  const isQuery = ["SELECT", "WITH", "VALUES", s.hive ? "FROM" : "TABLE"].includes(s.peek(ahead).upper);
  return isQuery && (ahead === 0 || closesAsQuery(s, ahead, inExpression));
}

/** `((SELECT 1) + 1)` is an expression, `((SELECT 1) UNION ...)` a query: decided by the token after the inner parenthesis. */
function closesAsQuery(s: Parser, ahead: number, inExpression: boolean): boolean {
  let depth = ahead;
  for (let i = ahead; ; i++) {
    const { kind, upper } = s.peek(i);
    if (kind === "end") return true;
    if (upper === "(") depth++;
    if (upper === ")" && --depth < ahead) {
      if (depth === 0 && !inExpression) return true;
      const after = s.peek(i + 1).upper;
      return SET_OPERATIONS.has(after) || ["ORDER", "LIMIT", "OFFSET", "FETCH", ")"].includes(after);
    }
  }
}

function parseCase(s: Parser): Expr {
  const pos = s.pos;
  s.expect("CASE");
  const arg = s.is("WHEN") ? null : s.expression();
  const whens: { when: Expr; then: Expr }[] = [];
  do {
    s.expect("WHEN");
    const when = s.expression();
    s.expect("THEN");
    whens.push({ when, then: s.expression() });
  } while (s.is("WHEN"));
  const otherwise = s.take("ELSE") ? s.expression() : null;
  s.expect("END");
  return { kind: "case", pos, arg, whens, otherwise };
}

function parseInterval(s: Parser): Expr {
  const pos = s.pos;
  s.expect("INTERVAL");
  let negative = false;
  if (!s.hive) {
    negative = s.takeAny("-", "+") === "-";
    if (s.current.kind !== "string") s.fail(`expected quotes around the number, INTERVAL '1' DAY`);
  }
  const value = parsePrimary(s);
  // In Hive a literal has taken its unit.
  return value.kind === "interval" ? value : parseUnits(s, pos, value, negative);
}

const unitAt = (s: Parser): string => (s.hive ? s.current.upper.replace(/S$/, "") : s.current.upper);

function parseUnits(s: Parser, pos: number, value: Expr, negative: boolean): Expr {
  const unit = (): string => {
    const word = unitAt(s);
    if (!UNITS.has(word)) s.fail("expected YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
    s.next();
    return word;
  };
  const from = unit();
  const to = s.take("TO") ? unit() : null;
  return { kind: "interval", pos, value, negative, from, to };
}

/** Decodes U&'..' with `\xxxx`, `\+xxxxxx` and an optional escape character. */
function decodeUnicode(s: Parser, text: string, pos: number): string {
  const escape = s.take("UESCAPE") ? s.string() : "\\";
  if (escape.length !== 1) s.fail("the escape must be one character");
  let value = "";
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== escape) value += text[i]!;
    else if (text[i + 1] === escape) value += text[++i]!;
    else {
      const match = /^(?:\+([0-9a-fA-F]{6})|([0-9a-fA-F]{4}))/.exec(text.slice(i + 1));
      const code = match === null ? NaN : parseInt(match[1] ?? match[2]!, 16);
      if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
        s.unsupported(`the escape in U&'${text}'`, pos);
      value += String.fromCodePoint(code);
      i += match![0].length;
    }
  }
  return value;
}
