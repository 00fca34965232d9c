// This folder: the grammar of queries and relations.

import type {
  Body,
  CommonTable,
  Expr,
  GroupItem,
  Name,
  Query,
  Relation,
  Select,
  SelectItem,
  SortItem,
} from "../ast.ts";
import { parseWindowName, parseWindowSpec, parseSortItems } from "../expressions/calls.ts";
import { parseRelations, withLateralViews } from "./relations.ts";
import { countOfSets, distinctSets, inOrder, setsOf, withoutRepeats } from "./distinct-sets.ts";
import type { Parser } from "../parser.ts";

export function parseQuery(s: Parser): Query {
  return s.nested(() => {
    const pos = s.pos;
    const { commonTables, recursive } = parseWith(s);
    return parseQueryAfterWith(s, pos, commonTables, recursive);
  });
}

export function parseWith(s: Parser): { commonTables: CommonTable[]; recursive: boolean } {
  if (!s.take("WITH")) return { commonTables: [], recursive: false };
  if (!s.hive && s.is("FUNCTION") && !s.is("FUNCTION", "AS") && s.peek(2).upper === "(")
    s.unsupported("WITH FUNCTION");
  const recursive = s.take("RECURSIVE");
  const commonTables = s.list((): CommonTable => {
    const name = s.name();
    const columns = s.is("(") ? s.nameList() : [];
    s.expect("AS");
    return { name, columns, query: s.subquery() };
  });
  return { commonTables, recursive };
}

export function parseQueryAfterWith(
  s: Parser,
  pos: number,
  commonTables: readonly CommonTable[],
  recursive: boolean,
): Query {
  const body = parseBody(s, 0);
  const orderBy = s.take("ORDER", "BY") ? parseSortItems(s) : [];
  const { limit, offset, withTies } = parseLimit(s);
  const query: Query = {
    kind: "query",
    pos,
    with: commonTables,
    recursive,
    body,
    orderBy,
    limit,
    offset,
    withTies,
  };
  if (!withTies || body.kind === "select") return query;
  const inner: Query = { ...query, with: [], orderBy: [], limit: null, offset: null, withTies: false };
  return { ...query, body: selectAll(pos, { kind: "derived", pos, query: inner, lateral: false }) };
}

export function parseLimit(s: Parser): { limit: Expr | null; offset: Expr | null; withTies: boolean } {
  let limit: Expr | null = null;
  let offset: Expr | null = null;
  let withTies = false;
  if (s.take("OFFSET")) {
    offset = s.expression();
    s.takeAny("ROW", "ROWS");
  }
  if (s.take("LIMIT")) {
    if (s.take("ALL")) return { limit, offset, withTies };
    limit = s.expression();
    if (s.hive && s.take(",")) {
      offset = limit;
      limit = s.expression();
    } else if (s.hive && s.take("OFFSET")) offset = s.expression();
  } else if (s.take("FETCH")) {
    if (s.takeAny("FIRST", "NEXT") === null) s.complain("expected FIRST or NEXT");
    limit = s.isAny("ROW", "ROWS") ? { kind: "number", pos: s.pos, text: "1" } : s.expression();
    if (s.takeAny("ROW", "ROWS") === null) s.complain("expected ROWS");
    if (!s.take("ONLY")) {
      s.expect("WITH", "TIES");
      withTies = true;
    }
  }
  return { limit, offset, withTies };
}

/** Set operations, left-associative: INTERSECT binds tighter than UNION and EXCEPT, but not in Hive. */
function parseBody(s: Parser, level: 0 | 1): Body {
  const operand = (): Body => (level === 0 && !s.hive ? parseBody(s, 1) : parseTerm(s));
  let left = operand();
  for (;;) {
    const pos = s.pos;
    const op =
      level === 0
        ? s.takeAny("UNION", "EXCEPT", ...(s.hive ? ["MINUS", "INTERSECT"] : []))
        : s.takeAny("INTERSECT");
    if (op === null) return left;
    const all = s.takeAny("ALL", "DISTINCT") === "ALL";
    if (s.is("CORRESPONDING")) s.unsupported("CORRESPONDING");
    const right = operand();
    left = { kind: "setOp", pos, op: op === "MINUS" ? "EXCEPT" : (op as "UNION"), all, left, right };
  }
}

function parseTerm(s: Parser): Body {
  const pos = s.pos;
  if (s.is("(")) return { kind: "nested", pos, query: s.subquery() };
  if (s.take("VALUES")) return { kind: "values", pos, rows: s.expressions() };
  if (!s.hive && s.take("TABLE")) {
    return selectAll(pos, { kind: "table", pos, name: s.qualifiedName() });
  }
  if (s.hive && s.take("FROM")) return parseSelect(s, parseRelations(s));
  return parseSelect(s, null);
}

/** All columns of a relation. */
export function selectAll(pos: number, from: Relation | null): Select {
  return {
    kind: "select", pos, distinct: false, items: [{ kind: "all", pos, qualifier: [], arg: null, aliases: [] }], from, where: null,
    groupBy: [], having: null, windows: [], qualify: null, sortBy: [], hasSubqueries: false,
  }; // prettier-ignore
}

/** SELECT and its clauses up to HAVING / WINDOW; `before` is a FROM before the SELECT, as Hive allows. */
export function parseSelect(s: Parser, before: Relation | null): Select {
  const pos = s.pos;
  s.expect("SELECT");
  if (s.hive && s.is("TRANSFORM", "(")) s.unsupported("SELECT TRANSFORM");
  const distinct = s.takeAny("DISTINCT", "ALL") === "DISTINCT";
  const earlier = s.queryCount;
  const items = s.list(() => parseSelectItem(s));
  const inItems = s.queryCount - earlier;
  const from = before === null ? (s.take("FROM") ? parseRelations(s) : null) : withLateralViews(s, before);
  const beforeWhere = s.queryCount;
  const where = s.take("WHERE") ? s.expression() : null;
  const groupBy = s.take("GROUP", "BY") ? parseGroupBy(s) : [];
  const having = s.take("HAVING") ? s.expression() : null;
  const windows = s.take("WINDOW")
    ? s.list(() => {
        const name = s.name();
        s.expect("AS");
        return { name, spec: s.hive && !s.is("(") ? parseWindowName(s) : parseWindowSpec(s) };
      })
    : [];
  const qualify = s.hive && s.take("QUALIFY") ? s.expression() : null;
  const sortBy = parseHiveSort(s);
  return {
    kind: "select",
    pos,
    distinct,
    items,
    from,
    where,
    groupBy,
    having,
    windows,
    qualify,
    sortBy,
    hasSubqueries: inItems > 0 || s.queryCount > beforeWhere,
  };
}

/** DISTRIBUTE BY does not affect the result; SORT BY and CLUSTER BY sort it as a single reducer would. */
function parseHiveSort(s: Parser): SortItem[] {
  if (!s.hive) return [];
  if (s.take("CLUSTER", "BY"))
    return s.list(() => ({ expr: s.expression(), descending: false, nulls: null }));
  if (s.take("DISTRIBUTE", "BY")) s.expressions();
  return s.take("SORT", "BY") ? parseSortItems(s) : [];
}

function parseSelectItem(s: Parser): SelectItem {
  const pos = s.pos;
  if (s.take("*")) return { kind: "all", pos, qualifier: [], arg: null, aliases: [] };
  if (s.peek(1).upper === "." && s.atName()) {
    const mark = s.mark();
    const qualifier: Name[] = [s.name()];
    while (s.is(".") && s.peek(1).kind !== "op") {
      s.next();
      qualifier.push(s.anyName());
    }
    if (s.take(".", "*")) return { kind: "all", pos, qualifier, arg: null, aliases: aliasesOf(s) };
    s.reset(mark);
  }
  const expr = s.expression();
  const end = s.endOfLast;
  if (s.take(".", "*")) return { kind: "all", pos, qualifier: [], arg: expr, aliases: aliasesOf(s) };
  if (s.take("AS")) {
    if (s.is("(") && s.hive) return { kind: "item", pos, expr, end, alias: null, aliases: s.nameList() };
    const alias = s.hive && s.current.kind === "string" ? stringName(s) : s.name();
    return { kind: "item", pos, expr, end, alias, aliases: [] };
  }
  return { kind: "item", pos, expr, end, alias: s.atAlias() ? s.name() : null, aliases: [] };
}

const aliasesOf = (s: Parser): Name[] => (s.take("AS") ? s.nameList() : []);

function stringName(s: Parser): Name {
  const pos = s.pos;
  return { text: s.string(), quoted: true, pos };
}

/** The most grouping sets that are written one by one; each column of CUBE doubles them. */
const MOST_SETS = 4096;

function checkSets(s: Parser, items: readonly GroupItem[]): void {
  if (countOfSets(items) > MOST_SETS) s.unsupported(`more than ${MOST_SETS} grouping sets`);
}

function parseGroupBy(s: Parser): GroupItem[] {
  const distinct = s.takeAny("ALL", "DISTINCT") === "DISTINCT";
  const items: GroupItem[] = [];
  const set = (): readonly Expr[] => {
    if (s.take("(", ")")) return [];
    const isList = s.is("(");
    const expr = s.expression();
    return isList && expr.kind === "row" ? expr.items : [expr];
  };
  const sets = (): (readonly Expr[])[] => s.parens(() => s.list(set));
  do {
    if (s.take("GROUPING", "SETS")) items.push({ kind: "sets", sets: sets() });
    else if (s.isAny("ROLLUP", "CUBE")) {
      const kind = s.next().upper === "CUBE" ? "cube" : "rollup";
      const groupingSets = sets();
      const item = { kind, sets: kind === "cube" ? withoutRepeats(groupingSets) : groupingSets } as const;
      // The engine takes no empty set there.
      const isWritten = groupingSets.some((set) => set.length === 0);
      if (isWritten) checkSets(s, [item]);
      items.push(isWritten ? { kind: "sets", sets: setsOf(item) } : item);
    } else {
      const exprs = set();
      if (exprs.length === 0) items.push({ kind: "sets", sets: [[]] });
      items.push(...exprs.map((expr) => ({ kind: "expr", expr }) as const));
    }
  } while (s.take(","));
  if (distinct || s.hive) checkSets(s, items);
  if (!s.hive) return distinct ? distinctSets(items) : items;
  const plain = items.flatMap((item) => (item.kind === "expr" ? [[item.expr]] : []));
  if (s.take("WITH", "ROLLUP")) return [{ kind: "rollup", sets: plain }];
  if (s.take("WITH", "CUBE")) return [{ kind: "cube", sets: plain }];
  if (s.take("GROUPING", "SETS"))
    return inOrder(distinctSets([{ kind: "sets", sets: sets() }]), plain.flat());
  return inOrder(
    distinctSets(items),
    items.flatMap((item) => (item.kind === "expr" ? [item.expr] : item.sets.flat())),
  );
}
