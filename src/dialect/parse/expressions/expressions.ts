// This folder: the grammar of expressions.

import type { Dialect } from "../../dialect.ts";
import type { Expr, Name, Operand } from "../ast.ts";
import { parsePrimary } from "./primaries.ts";
import type { Parser } from "../parser.ts";

const COMPARISONS: Record<Dialect, ReadonlySet<string>> = {
  presto: new Set(["=", "<>", "!=", "<", ">", "<=", ">="]),
  hive: new Set(["<", ">", "<=", ">="]),
};

/** Words that may go on after a value. */
const PREDICATES = new Set(["IS", "NOT", "BETWEEN", "IN", "LIKE", "RLIKE", "REGEXP"]);

/** Hive's comparisons that bind looser. */
const EQUALITIES = new Set(["=", "==", "<>", "!=", "<=>"]);

const OTHER_FORMS: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

/** Operators with how loosely they bind; all are left-associative. `||` binds looser than `+`. */
const levelsOf = (lines: readonly string[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((line, level) => line.split(" ").map((operator) => [operator, level] as const)));
const LEVELS: Record<Dialect, ReadonlyMap<string, number>> = {
  presto: levelsOf(["* / %", "+ -", "||"]),
  hive: levelsOf(["^", "* / % DIV", "+ -", "||", "&", "|"]),
};

export function parseExpr(s: Parser): Expr {
  return s.nested(parseOr);
}

const parseOr = (s: Parser): Expr => parseLogic(s, "OR", parseAnd);
const parseAnd = (s: Parser): Expr => parseLogic(s, "AND", parseNot);

function parseLogic(s: Parser, op: "AND" | "OR", operand: (s: Parser) => Expr): Expr {
  const pos = s.pos;
  const first = operand(s);
  if (!s.is(op)) return first;
  const args = [first];
  while (s.take(op)) args.push(operand(s));
  return { kind: "logic", pos, op, args };
}

function parseNot(s: Parser): Expr {
  const pos = s.pos;
  if (s.take("NOT") || (s.hive && s.take("!")))
    return s.nested(() => ({ kind: "unary", pos, op: "NOT", arg: parseNot(s) }));
  return s.hive ? parseEquality(s) : parsePredicate(s);
}

/** In Hive `=` and IS bind looser than the other predicates: `true = x IN (1)` is `true = (x IN (1))`. */
function parseEquality(s: Parser): Expr {
  let left = parsePredicate(s);
  while (EQUALITIES.has(s.current.upper)) left = parseComparison(s, left, parsePredicate);
  return s.is("IS") ? parseIs(s, left) : left;
}

function parseComparison(s: Parser, left: Expr, operand: (s: Parser) => Expr): Expr {
  const pos = s.pos;
  const { text } = s.next();
  const op = OTHER_FORMS[text] ?? text;
  const quantifier = s.isAny("ALL", "ANY", "SOME") && s.peek(1).upper === "(" ? s.next().upper : null;
  if (quantifier === null) return { kind: "compare", pos, op, left, right: operand(s) };
  const query = s.subquery();
  return { kind: "quantified", pos, op, left, all: quantifier === "ALL", query };
}

/** `x LIKE ANY ('a%', '%b')`: one of the patterns matches, or all of them do; null where a pattern is null. */
function parseLikeSome(s: Parser, arg: Expr, pos: number, not: boolean): Expr {
  const op = s.next().upper === "ANY" ? "OR" : "AND";
  const patterns = s.parens(() => s.list(() => s.value()));
  const like = { kind: "like", pos, arg, escape: null, regex: false, not: false } as const;
  const some: Expr = { kind: "logic", pos, op, args: patterns.map((pattern) => ({ ...like, pattern })) };
  const then: Expr = { kind: "null", pos };
  const whens = patterns.flatMap((one) =>
    one.kind === "string" ? [] : [{ when: { kind: "isNull", pos, arg: one, not: false } as const, then }],
  );
  const whole: Expr = whens.length > 0 ? { kind: "case", pos, arg: null, whens, otherwise: some } : some;
  return not ? { kind: "unary", pos, op: "NOT", arg: whole } : whole;
}

function parsePredicate(s: Parser): Expr {
  const arg = s.value();
  const { upper } = s.current;
  if ((s.hive ? COMPARISONS.hive : COMPARISONS.presto).has(upper)) return parseComparison(s, arg, parseValue);
  if (!PREDICATES.has(upper)) return arg;
  if (!s.hive && upper === "IS") return parseIs(s, arg);
  const pos = s.pos;
  const not = s.take("NOT");
  if (s.take("BETWEEN")) {
    const low = s.value();
    s.expect("AND");
    return { kind: "between", pos, arg, low, high: s.value(), not };
  }
  if (s.take("IN")) {
    const list = s.parens(() => {
      const start = s.mark();
      const items = s.isAny("SELECT", "WITH", "VALUES", "TABLE") ? s.query() : s.expressions();
      if (s.is(")") || !Array.isArray(items) || items.at(-1)?.kind !== "subquery") return items;
      // `(SELECT …) UNION …`
      s.reset(start);
      return s.query();
    });
    return { kind: "in", pos, arg, list, not };
  }
  if (s.take("LIKE")) {
    if (s.isAny("ANY", "ALL")) {
      if (!s.hive) s.unsupported(`LIKE ${s.current.upper}`);
      return parseLikeSome(s, arg, pos, not);
    }
    const pattern = s.value();
    const escape = s.take("ESCAPE") ? s.value() : null;
    return { kind: "like", pos, arg, pattern, escape, regex: false, not };
  }
  if (s.hive && s.takeAny("RLIKE", "REGEXP") !== null)
    return { kind: "like", pos, arg, pattern: s.value(), escape: null, regex: true, not };
  if (not) s.complain("expected BETWEEN, IN or LIKE");
  return arg;
}

function parseIs(s: Parser, arg: Expr): Expr {
  const { pos } = s;
  s.expect("IS");
  const not = s.take("NOT");
  if (s.take("NULL") || (s.hive && s.take("UNKNOWN"))) return { kind: "isNull", pos, arg, not };
  if (s.take("DISTINCT", "FROM")) return { kind: "isDistinct", pos, left: arg, right: s.value(), not };
  const value = s.takeAny("TRUE", "FALSE");
  if (value === null) s.complain("expected NULL, TRUE, FALSE or DISTINCT FROM");
  return { kind: "isBoolean", pos, arg, value: value === "TRUE", not };
}

/** An expression without comparisons, such as an operand of one. */
export function parseValue(s: Parser): Expr {
  return s.nested(parseOperations);
}

const parseOperations = (s: Parser): Expr => parseOperation(s, Infinity);

/** Operands with the operators between them that bind tighter than a level. */
function parseOperation(s: Parser, within: number): Expr {
  const levels = s.hive ? LEVELS.hive : LEVELS.presto;
  let first = parseUnary(s);
  for (;;) {
    const level = levels.get(s.current.upper);
    if (level === undefined || level >= within) return first;
    const rest: Operand[] = [];
    while (levels.get(s.current.upper) === level) {
      const { start: pos, upper: op } = s.next();
      rest.push({ op, pos, arg: parseOperation(s, level) });
    }
    first = { kind: "operation", pos: rest[0]!.pos, first, rest };
  }
}

function parseUnary(s: Parser): Expr {
  const pos = s.pos;
  const { upper: op } = s.current;
  if (op === "-" || op === "+" || (op === "~" && s.hive)) {
    s.next();
    return s.nested(() => ({ kind: "unary", pos, op, arg: parseUnary(s) }));
  }
  return parsePostfix(s, parsePrimary(s));
}

function parsePostfix(s: Parser, start: Expr): Expr {
  let expr = start;
  for (;;) {
    const { upper, start: pos } = s.current;
    if (upper === "[") {
      s.next();
      const index = s.expression();
      s.expect("]");
      expr = { kind: "subscript", pos, arg: expr, index };
    } else if (upper === "." && s.peek(1).kind !== "op") {
      const parts: Name[] = [];
      while (s.is(".") && s.peek(1).kind !== "op") {
        s.next();
        parts.push(s.anyName());
      }
      expr =
        expr.kind === "name"
          ? { ...expr, parts: [...expr.parts, ...parts] }
          : parts.reduce<Expr>((arg, name) => ({ kind: "field", pos: name.pos, arg, name }), expr);
    } else if (upper === "AT" && !s.hive) {
      s.next();
      const zone = s.take("TIME", "ZONE") ? parsePrimary(s) : s.fail("expected TIME ZONE");
      expr = { kind: "atTimeZone", pos, arg: expr, zone };
    } else return expr;
  }
}
