import { plainCall } from "./plain-call.ts";
import type { Call, Expr, FrameBound, Name, SortItem, WindowSpec } from "../ast.ts";
import { parseSortItems } from "./sort-items.ts";
import { parseJsonCall } from "./json-calls.ts";
import type { Parser } from "../parser.ts";

/** `name(args)` with modifiers: DISTINCT, ORDER BY, FILTER, WITHIN GROUP, IGNORE NULLS, OVER. */
export function parseCall(s: Parser): Call {
  const pos = s.pos;
  const name = s.anyName().text.toLowerCase();
  s.expect("(");
  const distinct = s.take("DISTINCT");
  if (!distinct) s.take("ALL");
  let args: Expr[] = [];
  if (distinct || (!s.is(")") && !s.is("ORDER"))) args = s.list(() => parseStar(s) ?? s.expression());
  let orderBy: SortItem[] = s.take("ORDER", "BY") ? parseSortItems(s) : [];
  let nullTreatment: Call["nullTreatment"] = parseNullTreatment(s);
  if (name === "listagg" && s.take("ON", "OVERFLOW")) {
    // A text past the limit is an error with both, so the filler and the count are not needed.
    if (s.takeAny("ERROR", "TRUNCATE") === "TRUNCATE" && (s.peek().kind !== "string" || s.expression()))
      if (s.takeAny("WITH", "WITHOUT")) s.expect("COUNT");
  }
  s.expect(")");
  if (s.take("WITHIN", "GROUP")) {
    s.expect("(", "ORDER", "BY");
    orderBy = parseSortItems(s);
    s.expect(")");
  }
  let filter: Expr | null = null;
  if (s.is("FILTER", "(")) {
    s.expect("FILTER", "(", "WHERE");
    filter = s.expression();
    s.expect(")");
  }
  nullTreatment ??= parseNullTreatment(s);
  const over = s.is("OVER") ? parseOver(s) : null;
  return { kind: "call", pos, name, args, distinct, orderBy, filter, over, nullTreatment };
}

/** `*` as an argument: of count; in Hive it also means all columns. */
function parseStar(s: Parser): Expr | null {
  const pos = s.pos;
  return s.take("*") ? { kind: "star", pos } : null;
}

function parseNullTreatment(s: Parser): Call["nullTreatment"] {
  if (s.take("IGNORE", "NULLS")) return "ignore";
  if (s.take("RESPECT", "NULLS")) return "respect";
  return null;
}

function parseOver(s: Parser): WindowSpec {
  s.expect("OVER");
  return s.is("(") ? parseWindowSpec(s) : parseWindowName(s);
}

export function parseWindowName(s: Parser): WindowSpec {
  const base = s.name();
  return { base, partitionBy: [], orderBy: [], frame: null, pos: base.pos };
}

export function parseWindowSpec(s: Parser): WindowSpec {
  const pos = s.pos;
  s.expect("(");
  let base: Name | null = null;
  if (
    s.atName() &&
    !s.isAny("PARTITION", "ORDER", "DISTRIBUTE", "SORT", "CLUSTER", "ROWS", "RANGE", "GROUPS")
  )
    base = s.name();
  const clustered = s.hive && s.take("CLUSTER", "BY") ? s.list(() => s.expression()) : [];
  const partitionBy =
    s.take("PARTITION", "BY") || (s.hive && s.take("DISTRIBUTE", "BY"))
      ? s.list(() => s.expression())
      : clustered;
  const orderBy =
    s.take("ORDER", "BY") || (s.hive && s.take("SORT", "BY"))
      ? parseSortItems(s)
      : clustered.map((expr): SortItem => ({ expr, descending: false, nulls: null }));
  let frame: WindowSpec["frame"] = null;
  const unit = s.takeAny("ROWS", "RANGE", "GROUPS") as "ROWS" | "RANGE" | "GROUPS" | null;
  if (unit !== null) {
    const between = s.take("BETWEEN");
    const start = parseFrameBound(s);
    let end: FrameBound = { kind: "current" };
    if (between) {
      s.expect("AND");
      end = parseFrameBound(s);
    }
    frame = { unit, start, end };
    if (s.is("EXCLUDE")) s.unsupported("EXCLUDE in a window frame");
  }
  if (s.isAny("MEASURES", "AFTER", "INITIAL", "SEEK", "PATTERN", "SUBSET", "DEFINE"))
    s.unsupported("row pattern recognition in a window");
  s.expect(")");
  return { base, partitionBy, orderBy, frame, pos };
}

function parseFrameBound(s: Parser): FrameBound {
  if (s.take("UNBOUNDED"))
    return {
      kind: s.takeAny("PRECEDING", "FOLLOWING") === "FOLLOWING" ? "unboundedFollowing" : "unboundedPreceding",
    };
  if (s.take("CURRENT", "ROW")) return { kind: "current" };
  const offset = s.value();
  const side = s.takeAny("PRECEDING", "FOLLOWING") ?? s.fail("expected PRECEDING or FOLLOWING");
  return { kind: side === "PRECEDING" ? "preceding" : "following", offset };
}

/** Parses the rest as an ordinary call; reparsing from the start would double the work at every level. */
function plainRest(s: Parser, pos: number, name: string, first: Expr): Call {
  const args = [first];
  while (s.take(",")) args.push(s.expression());
  s.expect(")");
  return plainCall(pos, name, args);
}

/** Functions with a special argument grammar; null for an ordinary call. */
export function parseSpecialCall(s: Parser): Expr | null {
  const { upper, start: pos } = s.peek();
  const mark = s.mark();
  switch (upper) {
    case "EXTRACT": {
      s.next();
      s.expect("(");
      const field = s.peek().kind === "string" ? s.next().text : s.anyName().text;
      s.expect("FROM");
      const arg = s.expression();
      s.expect(")");
      return plainCall(pos, "extract", [{ kind: "string", pos, value: field.toLowerCase() }, arg]);
    }
    case "POSITION": {
      s.next();
      s.expect("(");
      const needle = s.value();
      if (!s.take("IN")) return plainRest(s, pos, "position", needle);
      const arg = s.value();
      s.expect(")");
      return plainCall(pos, "strpos", [arg, needle]);
    }
    case "SUBSTRING":
    case "SUBSTR": {
      s.next();
      s.expect("(");
      const arg = s.expression();
      if (!s.take("FROM")) return plainRest(s, pos, upper.toLowerCase(), arg);
      const args = [arg, s.expression()];
      if (s.take("FOR")) args.push(s.expression());
      s.expect(")");
      return plainCall(pos, "substr", args);
    }
    case "TRIM": {
      s.next();
      s.expect("(");
      const side = s.takeAny("LEADING", "TRAILING", "BOTH");
      const chars = s.is("FROM") ? null : s.expression();
      if (side === null && chars !== null && !s.is("FROM")) return plainRest(s, pos, "trim", chars);
      s.expect("FROM");
      const arg = s.expression();
      s.expect(")");
      const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
      return plainCall(pos, name, chars === null ? [arg] : [arg, chars]);
    }
    case "NORMALIZE": {
      s.next();
      s.expect("(");
      const args: Expr[] = [s.expression()];
      if (s.take(",")) {
        const form = s.peek().kind === "string" ? s.string() : s.anyName().text;
        args.push({ kind: "string", pos, value: form.toUpperCase() });
      }
      s.expect(")");
      return plainCall(pos, "normalize", args);
    }
    case "JSON_VALUE":
    case "JSON_QUERY":
    case "JSON_EXISTS":
    case "JSON_OBJECT":
    case "JSON_ARRAY":
      if (!s.hive) return parseJsonCall(s);
      break;
  }
  s.reset(mark);
  return null;
}
