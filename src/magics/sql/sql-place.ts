import type { KnownCatalogue } from "../known-catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { CLAUSE_WORDS } from "../../dialect/parse/reserved.ts";
import { scan, type Piece } from "../../dialect/parse/scan.ts";
import {
  commonTables,
  fromRelations,
  splitQueries,
  type NameScope,
  type FromItem,
} from "./from-relations.ts";
import { isMark, nestTokens, wordOf, type SqlItem } from "./token-tree.ts";

/** A cursor's position in a complete or incomplete statement, with the names visible there. */
export interface SqlPlace {
  /** The token at or directly before the cursor; null between tokens. */
  readonly token: Piece | null;
  /** Identifiers before the token, each followed by a dot: both for `a.b.`. */
  readonly qualifiers: readonly string[];
  /** Start of the first of them, else of the token, else the cursor. */
  readonly start: number;
  /** Number of open parentheses. */
  readonly depth: number;
  /** Preceding items on the same level of parentheses, in order. */
  readonly before: readonly SqlItem[];
  /** The word that began the current clause, lowercase; empty before any. */
  readonly clause: string;
  /** Relations of the enclosing queries, innermost first. */
  readonly relations: readonly FromItem[];
  /** Common table expressions visible here. */
  readonly expressions: readonly FromItem[];
}

export function sqlPlace(
  sql: string,
  offset: number,
  dialect: Dialect,
  catalogue: KnownCatalogue,
  database: string | null,
): SqlPlace {
  const tokens = [...scan(sql, dialect)];
  const token = tokenAt(tokens, offset);
  const { qualifiers, start } = qualifiersBefore(tokens, token?.start ?? offset);
  const level = descend(nestTokens(tokens, sql.length), start, {
    catalogue,
    dialect,
    database,
    expressions: [],
  });
  return { token, qualifiers, start, ...level };
}

/** A name or quote directly before the cursor is still being typed. */
function tokenAt(tokens: readonly Piece[], offset: number): Piece | null {
  return (
    tokens.find(({ kind, text, start, end, closed }) => {
      if (kind === "op" || start >= offset) return false;
      const goesOn = !closed || /^(word|number|quoted)$/.test(kind) || text.startsWith("--");
      return offset < end || (goesOn && offset === end);
    }) ?? null
  );
}

function qualifiersBefore(tokens: readonly Piece[], offset: number): { qualifiers: string[]; start: number } {
  const qualifiers: string[] = [];
  let start = offset;
  let at = tokens.findLastIndex((token) => token.end <= offset);
  while (isMark(tokens[at], ".") && tokens[at]?.end === start) {
    const name = tokens[at - 1];
    if (name === undefined || (name.kind !== "word" && name.kind !== "quoted")) break;
    qualifiers.unshift(name.kind === "word" ? name.text : name.text.slice(1, -1));
    start = name.start;
    at -= 2;
  }
  return { qualifiers, start };
}

type Level = Pick<SqlPlace, "depth" | "before" | "clause" | "relations" | "expressions">;

/** Descends into the parentheses around the offset, collecting the names of the enclosing queries. */
function descend(items: readonly SqlItem[], offset: number, scope: NameScope): Level {
  // A common table expression sees only earlier ones.
  const expressions = insideCommonTable(items, offset)
    ? commonTables(
        items.filter((item) => item.start < offset),
        scope,
      ).slice(1)
    : commonTables(items, scope);
  const inner = { ...scope, expressions: [...expressions, ...scope.expressions] };
  const group = items.find(
    (item) =>
      item.kind === "group" && item.start < offset && (item.closed ? offset < item.end : offset <= item.end),
  );
  const query =
    splitQueries(items).findLast((part) => (part[0]?.start ?? Infinity) < offset) ??
    splitQueries(items)[0] ??
    [];
  // A subquery does not see its own columns.
  const others = query.map((item) => (item === group ? { ...group, items: [] } : item));
  const own = query.some((item) => /^(select|from|join|into|update)$/.test(wordOf(item)))
    ? fromRelations(others, inner)
    : [];
  if (group?.kind === "group") {
    const deeper = descend(group.items, offset, inner);
    return { ...deeper, depth: deeper.depth + 1, relations: [...deeper.relations, ...own] };
  }
  const before = query.filter((item) => item.end <= offset);
  const clause = wordOf(
    before.findLast(
      (item) =>
        CLAUSE_WORDS.has(wordOf(item).toUpperCase()) ||
        /^(into|table|describe|desc|update)$/.test(wordOf(item)),
    ),
  );
  return { depth: 0, before, clause, relations: own, expressions: inner.expressions };
}

/** Whether the offset is inside a common table expression of this level. */
function insideCommonTable(items: readonly SqlItem[], offset: number): boolean {
  const select = items.findIndex((item) => wordOf(item) === "select");
  const body = items.findIndex((item) => item.kind === "group" && item.start < offset && offset <= item.end);
  return wordOf(items[0]) === "with" && body >= 0 && (select < 0 || body < select);
}
