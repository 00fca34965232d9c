import { plainCall } from "./plain-call.ts";
import type { Call, Expr, FrameBound, Name, SortItem, WindowSpec } from "../ast.ts";
import { parseJsonCall } from "./json-calls.ts";
import type { Parser } from "../parser.ts";

export function parseSortItems(s: Parser): SortItem[] {
  return s.list(() => {
    const expr = s.expression();
    const descending = s.takeAny("ASC", "DESC") === "DESC";
    if (!s.take("NULLS")) return { expr, descending, nulls: null };
    const place = s.takeAny("FIRST", "LAST");
    if (place === null) s.complain("expected FIRST or LAST");
    return { expr, descending, nulls: place === "FIRST" ? "first" : "last" };
  });
}

/** `name(args)` with modifiers: DISTINCT, ORDER BY, FILTER, WITHIN GROUP, IGNORE NULLS, OVER. */
export function parseCall(s: Parser): Call {
  const pos = s.pos;
  const name = s.anyName().text.toLowerCase();
  s.expect("(");
  const distinct = s.takeAny("DISTINCT", "ALL") === "DISTINCT";
  let args: Expr[] = [];
  if (distinct || (!s.is(")") && !s.is("ORDER"))) args = s.list(() => parseStar(s) ?? s.expression());
  let orderBy: SortItem[] = s.take("ORDER", "BY") ? parseSortItems(s) : [];
  let nullTreatment = s.hive ? parseNullTreatment(s) : null;
  if (name === "listagg" && s.take("ON", "OVERFLOW")) {
    // A text past the limit is an error with both, so the filler and the count are not needed.
    if (s.takeAny("ERROR", "TRUNCATE") === "TRUNCATE" && (s.current.kind !== "string" || s.expression()))
      if (s.takeAny("WITH", "WITHOUT")) s.expect("COUNT");
  }
  s.expect(")");
  if (name === "listagg" && !s.is("WITHIN"))
    s.complain("expected WITHIN GROUP (ORDER BY …) after listagg(…)");
  if (s.take("WITHIN", "GROUP"))
    orderBy = s.parens(() => {
      s.expect("ORDER", "BY");
      return parseSortItems(s);
    });
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
  const clustered = s.hive && s.take("CLUSTER", "BY") ? s.expressions() : [];
  const partitionBy =
    s.take("PARTITION", "BY") || (s.hive && s.take("DISTRIBUTE", "BY")) ? s.expressions() : clustered;
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

type NamedArguments = readonly [name: string, args: readonly Expr[]];

/** Parses the rest as an ordinary call; reparsing from the start would double the work at every level. */
function plainRest(s: Parser, name: string, first: Expr): NamedArguments {
  const args = [first];
  while (s.take(",")) args.push(s.expression());
  return [name, args];
}

const substring =
  (name: string) =>
  (s: Parser): NamedArguments => {
    const arg = s.expression();
    if (!s.take("FROM")) return plainRest(s, name, arg);
    const args = [arg, s.expression()];
    if (s.take("FOR")) args.push(s.expression());
    return ["substr", args];
  };

/** What stands in the parentheses of functions with a grammar of their own, as an ordinary call. */
const SPECIAL = new Map(
  Object.entries<(s: Parser, pos: number) => NamedArguments>({
    EXTRACT(s, pos) {
      const field = s.anyName().text;
      s.expect("FROM");
      return ["extract", [{ kind: "string", pos, value: field.toLowerCase() }, s.expression()]];
    },
    POSITION(s) {
      const needle = s.value();
      if (s.hive && !s.is("IN")) return plainRest(s, "position", needle);
      s.expect("IN");
      return ["strpos", [s.value(), needle]];
    },
    SUBSTRING: substring("substring"),
    SUBSTR: substring("substr"),
    TRIM(s) {
      const isColumn = s.peek(1).text === ")" || s.peek(1).text === ",";
      const side = isColumn ? null : s.takeAny("LEADING", "TRAILING", "BOTH");
      const chars = s.is("FROM") ? null : s.expression();
      if (side === null && chars !== null && !s.is("FROM")) return plainRest(s, "trim", chars);
      if (!s.hive && side === null && chars === null)
        s.complain("expected LEADING, TRAILING, BOTH or a text");
      s.expect("FROM");
      const arg = s.expression();
      const name = side === "LEADING" ? "ltrim" : side === "TRAILING" ? "rtrim" : "trim";
      return [name, chars === null ? [arg] : [arg, chars]];
    },
    NORMALIZE(s, pos) {
      const args: Expr[] = [s.expression()];
      if (s.take(",")) {
        const form = s.current.kind === "string" ? s.string() : s.anyName().text;
        args.push({ kind: "string", pos, value: form.toUpperCase() });
      }
      return ["normalize", args];
    },
  }),
);

const JSON_CALLS = new Set(["JSON_VALUE", "JSON_QUERY", "JSON_EXISTS", "JSON_OBJECT", "JSON_ARRAY"]);

/** Functions with a special argument grammar; null for an ordinary call. */
export function parseSpecialCall(s: Parser): Expr | null {
  const { upper, start: pos } = s.current;
  if (!s.hive && JSON_CALLS.has(upper)) return parseJsonCall(s);
  const special = SPECIAL.get(upper);
  if (special === undefined) return null;
  s.next();
  const [name, args] = s.parens(() => special(s, pos));
  return plainCall(pos, name, args);
}
