import type { Call, Expr, JoinKind, LateralView, Name, Relation } from "../ast.ts";
import { plainCall } from "../expressions/plain-call.ts";
import { startsQuery } from "../expressions/primaries.ts";
import type { Parser } from "../parser.ts";

/** The relations after FROM, joined by commas (cross joins) and JOINs. */
export function parseRelations(s: Parser): Relation {
  return s
    .list(() => parseJoined(s))
    .reduce((left, right) => ({
      kind: "join",
      pos: right.pos,
      join: "CROSS",
      left,
      right,
      on: null,
      using: [],
      natural: false,
    }));
}

function parseJoined(s: Parser): Relation {
  return s.nested(() => {
    const relation = (): Relation =>
      s.attempt(
        () => parseRelation(s),
        () => ({ kind: "table", pos: s.pos, name: [] }),
      );
    let left = relation();
    for (;;) {
      left = withLateralViews(s, left);
      const pos = s.pos;
      const natural = s.take("NATURAL");
      const join = parseJoinKind(s, natural);
      if (join === null) return left;
      // Presto allows nested joins before a condition: `a JOIN b JOIN c ON … ON …`.
      const conditional = !s.hive && !natural && join !== "CROSS";
      const right = conditional ? parseJoined(s) : relation();
      const on = (conditional || s.hive) && s.take("ON") ? s.expression() : null;
      const using = (conditional || s.hive) && on === null && s.take("USING") ? s.nameList() : [];
      if (conditional && on === null && using.length === 0) s.complain("expected ON or USING");
      left = { kind: "join", pos, join, left, right, on, using, natural };
    }
  });
}

function parseJoinKind(s: Parser, natural: boolean): JoinKind | null {
  if (s.take("CROSS", "JOIN")) return "CROSS";
  if (s.take("JOIN") || s.take("INNER", "JOIN")) return "INNER";
  if (s.hive && s.take("LEFT", "SEMI", "JOIN")) return "SEMI";
  if (s.hive && s.take("LEFT", "ANTI", "JOIN")) return "ANTI";
  if (s.isAny("LEFT", "RIGHT", "FULL") && (s.peek(1).upper === "JOIN" || s.peek(1).upper === "OUTER")) {
    const side = s.next().upper as JoinKind;
    s.take("OUTER");
    s.expect("JOIN");
    return side;
  }
  if (natural) s.complain("expected JOIN");
  return null;
}

function parseRelation(s: Parser): Relation {
  let relation = parseRelationPrimary(s);
  if (s.hive) relation = parseSample(s, relation);
  relation = parseAlias(s, relation);
  if (s.hive && relation.kind === "derived")
    s.complain("expected a name for the subquery: FROM (SELECT …) t");
  if (s.is("MATCH_RECOGNIZE")) s.unsupported("MATCH_RECOGNIZE");
  if (s.is("FOR")) s.unsupported("FOR VERSION / TIMESTAMP AS OF");
  return parseSample(s, relation);
}

function parseAlias(s: Parser, arg: Relation): Relation {
  if (!s.take("AS") && !s.atAlias()) return arg;
  const alias = s.name();
  const columns = s.is("(") ? s.nameList() : [];
  return { kind: "alias", pos: arg.pos, arg, alias, columns };
}

function parseSample(s: Parser, arg: Relation): Relation {
  const pos = s.pos;
  if (!s.take("TABLESAMPLE")) return arg;
  if (!s.hive) {
    const method = s.takeAny("BERNOULLI", "SYSTEM") ?? s.fail("expected BERNOULLI or SYSTEM");
    const size = s.parens(() => s.expression());
    return { kind: "sample", pos, arg, method: method as "BERNOULLI", size };
  }
  return s.parens((): Relation => {
    const number = s.take("BUCKET") ? s.expression() : null;
    if (number !== null) s.expect("OUT", "OF");
    const size = s.expression();
    if (number !== null) {
      if (!s.take("ON")) s.unsupported("TABLESAMPLE (BUCKET ...) without ON: tables have no buckets here");
      const by = s.expressions();
      const bucket = { number, hash: plainCall(pos, "hash", by) };
      return { kind: "sample", pos, arg, method: "BUCKET", size, bucket };
    }
    const unit = s.takeAny("PERCENT", "ROWS") ?? s.unsupported("TABLESAMPLE by bytes");
    return { kind: "sample", pos, arg, method: unit === "ROWS" ? "ROWS" : "SYSTEM", size };
  });
}

function parseRelationPrimary(s: Parser): Relation {
  const pos = s.pos;
  if (s.is("(")) {
    if (startsQuery(s)) return { kind: "derived", pos, query: s.subquery(), lateral: false };
    return s.parens(() => parseRelations(s));
  }
  if (!s.hive && s.take("LATERAL")) return { kind: "derived", pos, query: s.subquery(), lateral: true };
  if (!s.hive && s.is("UNNEST", "(")) {
    s.next();
    const args = s.parens(() => s.expressions());
    const ordinality = s.take("WITH", "ORDINALITY");
    return { kind: "unnest", pos, args, ordinality };
  }
  if (s.is("TABLE", "(")) {
    s.next();
    if (!s.hive) return s.parens(() => parseTableFunction(s, pos));
    if (s.peek(1).upper !== "VALUES") s.unsupported("table functions", pos);
    return { kind: "derived", pos, query: s.subquery(), lateral: false };
  }
  if (s.hive && s.is("VALUES")) return { kind: "derived", pos, query: s.query(), lateral: false };
  if (s.current.kind === "string") return { kind: "table", pos, name: [ownName(`'${s.string()}'`, pos)] };
  const name = s.qualifiedName();
  if (name.length === 1 && name[0]?.text.toLowerCase() === "job" && s.is("(")) return parseJob(s, pos);
  if (s.is("(")) s.unsupported(`the table function ${name.map((part) => part.text).join(".")}`, pos);
  return { kind: "table", pos, name };
}

/** A table that the statement brings along, by a name that no other table has: `'prices.csv'`, `job(42)`. */
const ownName = (text: string, pos: number): Name => ({ text, quoted: true, pos });

/** `job(42)`: the result of a job. */
function parseJob(s: Parser, pos: number): Relation {
  const number = s.parens(() => (s.current.kind === "number" ? s.next().text : ""));
  if (!/^\d{1,15}$/.test(number)) s.fail("expected the number of a job, job(42)");
  return { kind: "table", pos, name: [ownName(`job(${Number(number)})`, pos)] };
}

function parseTableFunction(s: Parser, pos: number): Relation {
  const name = s.qualifiedName();
  const argument = (): { name: Name | null; value: Expr } => {
    const name = s.atName() && s.peek(1).upper === "=>" ? s.name() : null;
    if (name !== null) s.expect("=>");
    return { name, value: s.expression() };
  };
  const args = s.take("(", ")") ? [] : s.parens(() => s.list(argument));
  return { kind: "tableFunction", pos, name: name.map((part) => part.text.toLowerCase()).join("."), args };
}

/** A relation with what follows it: `LATERAL VIEW [OUTER] explode(x) t AS a, b`, zero or more times. */
export function withLateralViews(s: Parser, arg: Relation): Relation {
  const views: LateralView[] = [];
  while (s.hive && s.is("LATERAL", "VIEW")) {
    const pos = s.pos;
    s.expect("LATERAL", "VIEW");
    const outer = s.take("OUTER");
    const call: Call = s.call();
    const table = s.name();
    const columns: Name[] = s.take("AS") ? s.list(() => s.name()) : [];
    views.push({ outer, call, table, columns, pos });
  }
  return views.length === 0 ? arg : { kind: "withLateral", pos: arg.pos, arg, views };
}
