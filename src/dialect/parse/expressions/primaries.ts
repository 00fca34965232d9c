import { plainCall } from "./plain-call.ts";
import type { Expr, TypeName } from "../ast.ts";
import { parseSpecialCall } from "./calls.ts";
import { parseLambda } from "./lambda.ts";
import { isReserved } from "../reserved.ts";
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
  const token = s.peek();
  const pos = token.start;
  switch (token.kind) {
    case "number":
      s.next();
      return takeUnit(s, { kind: "number", pos, text: token.text });
    case "string": {
      s.next();
      let value = token.text;
      while (s.hive && s.peek().kind === "string") value += s.next().text;
      return { kind: "string", pos, value };
    }
    case "unicode":
      s.next();
      return { kind: "string", pos, value: decodeUnicode(s, token.text, pos) };
    case "binary":
      s.next();
      return { kind: "binary", pos, hex: token.text };
    case "quoted":
      return parseLambda(s) ?? (s.peek(1).text === "(" ? s.call() : { kind: "name", pos, parts: [s.name()] });
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
  const { upper, start: pos } = s.peek();
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
      if (following.text === "[") {
        s.next();
        s.next();
        return parseArray(s, pos);
      }
      break;
    case "ROW":
      if (following.text === "(" && !s.hive) {
        s.next();
        return { kind: "row", pos, items: s.parens(() => s.expressions()) };
      }
      break;
    case "INTERVAL":
      if (
        ["string", "number"].includes(following.kind) ||
        (s.hive ? ["-", "+", "("] : ["-", "+"]).includes(following.text)
      )
        return parseInterval(s);
      break;
    case "TRY_CAST":
    case "CAST":
      if (following.text !== "(") break;
      if (s.hive && upper === "TRY_CAST") s.fail("expected CAST, which gives null for what it can't convert");
      s.next();
      return s.parens((): Expr => {
        const arg = s.expression();
        s.expect("AS");
        const type = parseTypeName(s);
        if (s.hive && s.is("FORMAT")) s.unsupported("CAST with a FORMAT");
        return { kind: "cast", pos, arg, type, safe: upper === "TRY_CAST" };
      });
    case "GROUPING":
      if (following.text === "(") return s.call();
      break;
  }
  if (CURRENT.has(upper) && following.text !== ".") {
    s.next();
    if (!s.hive && s.is("(", ")")) s.fail(`expected no parentheses after ${upper}`);
    const precision = (): Expr =>
      s.hive ? s.expression() : { kind: "number", pos: s.pos, text: `${s.integer()}` };
    const args = s.is("(") ? s.parens(() => (s.is(")") ? [] : [precision()])) : [];
    return plainCall(pos, upper.toLowerCase(), args);
  }
  const typed = parseTypedLiteral(s);
  if (typed !== null) return typed;
  if (following.text === "(" && following.kind === "op") return parseSpecialCall(s) ?? s.call();
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
  const { upper, start: pos } = s.peek();
  if (!LITERAL_TYPES.has(upper)) return null;
  let ahead = 1;
  if (upper === "DOUBLE" && s.peek(1).upper === "PRECISION") ahead = 2;
  if (s.peek(ahead).kind !== "string") return null;
  for (let i = 0; i < ahead; i++) s.next();
  const type: TypeName = { name: upper.toLowerCase(), pos, args: [] };
  return { kind: "typed", pos, type, value: s.string() };
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

/** Hive's `30 days` and `(30) days` are intervals. */
function takeUnit(s: Parser, value: Expr): Expr {
  if (!s.hive || !/^(?:YEAR|MONTH|DAY|HOUR|MINUTE|SECOND)S?$/.test(s.peek().upper) || s.peek(1).text === "(")
    return value;
  return {
    kind: "interval",
    pos: value.pos,
    value,
    negative: false,
    from: s.next().upper.replace(/S$/, ""),
    to: null,
  };
}

/** True at SELECT, WITH, VALUES, TABLE, or parentheses around one of them; `inExpression`: inside parentheses that may hold more than a query. */
export function startsQuery(s: Parser, inExpression = false): boolean {
  let ahead = 0;
  while (s.peek(ahead).text === "(" && s.peek(ahead).kind === "op") ahead++;
  const word = s.peek(ahead).upper;
  if (word === "SELECT" || word === "WITH" || (word === "FROM" && s.hive)) {
    if (ahead === 0) return true;
    return closesAsQuery(s, ahead, inExpression);
  }
  return ahead === 0
    ? word === "VALUES" || (word === "TABLE" && !s.hive)
    : (word === "VALUES" || word === "TABLE") && closesAsQuery(s, ahead, inExpression);
}

/** `((SELECT 1) + 1)` is an expression, `((SELECT 1) UNION ...)` a query: decided by the token after the inner parenthesis. */
function closesAsQuery(s: Parser, ahead: number, inExpression: boolean): boolean {
  let depth = ahead;
  for (let i = ahead; ; i++) {
    const token = s.peek(i);
    if (token.kind === "end") return true;
    if (token.kind !== "op" && token.kind !== "word") continue;
    if (token.text === "(") depth++;
    if (token.text === ")" && --depth < ahead) {
      if (depth === 0 && !inExpression) return true;
      return ["UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT", "OFFSET", "FETCH", ")"].includes(
        s.peek(i + 1).upper,
      );
    }
  }
}

function parseCase(s: Parser): Expr {
  const pos = s.pos;
  s.expect("CASE");
  const arg = s.is("WHEN") ? null : s.expression();
  const whens: { when: Expr; then: Expr }[] = [];
  while (s.take("WHEN")) {
    const when = s.expression();
    s.expect("THEN");
    whens.push({ when, then: s.expression() });
  }
  if (whens.length === 0) s.fail("expected WHEN");
  const otherwise = s.take("ELSE") ? s.expression() : null;
  s.expect("END");
  return { kind: "case", pos, arg, whens, otherwise };
}

function parseInterval(s: Parser): Expr {
  const pos = s.pos;
  s.expect("INTERVAL");
  let negative = false;
  if (!s.hive) {
    negative = s.take("-");
    if (!negative) s.take("+");
    if (s.peek().kind !== "string") s.fail(`expected quotes around the number, INTERVAL '1' DAY`);
  }
  const value = parsePrimary(s);
  // In Hive a number has taken its unit.
  if (value.kind === "interval") return value;
  const unit = (): string => {
    const word = s.hive ? s.peek().upper.replace(/S$/, "") : s.peek().upper;
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
      if (!(code <= 0x10ffff)) s.unsupported(`the escape in U&'${text}'`, pos);
      value += String.fromCodePoint(code);
      i += match![0].length;
    }
  }
  return value;
}
