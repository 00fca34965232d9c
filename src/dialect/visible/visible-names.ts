// This folder: which tables and columns can be named at a place of a statement that may be unfinished.

import { withinBudget } from "../budget.ts";
import type { CommonTable, Name, Query, Relation, SelectItem } from "../parse/ast.ts";
import { nameOf } from "../parse/scan.ts";
import { parseUnfinished, type UnfinishedStatement } from "../parse/unfinished-statement.ts";
import {
  addNamesRead,
  addTablesRead,
  queryColumns,
  selecting,
  visibleRelations,
  withCommonTables,
  type CommonTables,
  type VisibleRelation,
  type VisibleTables,
} from "./relation-columns.ts";

/** A part of a statement's tree. */
type SyntaxPart = Readonly<Record<string, unknown>>;

/** Where a part stands: in which other, and by which of its properties; an element of a list by that of the list. */
interface SyntaxPlace {
  readonly part: SyntaxPart;
  readonly key: string;
  readonly parent: SyntaxPlace | null;
}

/** Steps of the analysis at one place: some 10 ms. Columns beyond it have names, but no types. */
const MOST_STEPS = 12_000;

/** What can stand at an editor's cursor in a statement, and which names it may use there. */
export interface VisibleNames extends Pick<UnfinishedStatement, "cursorPiece" | "start" | "previous" | "following"> {
  /** `name`: one that the statement gives; `word`: a keyword. */
  readonly expected: "value" | "table" | "type" | "name" | "word";
  /** Names before the cursor's, each followed by a dot: both for `a.b.`. */
  readonly qualifiers: readonly string[];
  /** Relations of the queries around it, innermost first. */
  readonly relations: readonly VisibleRelation[];
  readonly commonTables: readonly VisibleRelation[];
} // prettier-ignore

/** The names that can be used at an offset of a complete or incomplete statement. */
export function visibleNames(sql: string, offset: number, tables: VisibleTables): VisibleNames {
  const statement = parseUnfinished(sql, offset, tables.dialect);
  const { name } = statement;
  const place = placeOf(statement);
  const isRead = name !== null && place?.part === (name as object);
  const { levels, scopes, isCount } = climb(place, tables);
  const outermost: CommonTables = tables.own ?? new Map();
  // Of hundreds of WITH only those have columns that something around the cursor reads.
  const names = new Set([...qualifiersOf(name, place), nameOf(statement.cursorPiece) ?? ""].map((text) => text.toLowerCase())); // prettier-ignore
  for (const { reads } of scopes) addNamesRead(reads, names);
  for (const { added } of levels) addTablesRead(added, names);
  return withinBudget(
    0,
    () => {
      let common = outermost;
      const commonAt = levels
        .toReversed()
        .map(({ added, recursive }) => (common = withCommonTables(added, recursive, common, tables, names)))
        .toReversed();
      return {
        ...statement,
        expected: isCount ? "word" : isRead ? expectedAt(place, statement) : expectedIn(place?.part),
        qualifiers: qualifiersOf(name, place),
        relations: scopes.flatMap((scope) => scope.relations(commonAt[scope.level] ?? outermost)),
        commonTables: [...common.values()]
          .filter((one) => !outermost.has(one.name?.toLowerCase() ?? ""))
          .toReversed(),
      };
    },
    MOST_STEPS,
  );
}

/** The place of the name at the cursor, else of a call or a type whose name begins there (the tree has it as text), else of the query around it. */
function placeOf({ tree, name, start, query }: UnfinishedStatement): SyntaxPlace | null {
  const waiting: SyntaxPlace[] = [];
  const parts = new Set<object>();
  const add = (part: unknown, parent: SyntaxPlace | null, key: string): void => {
    if (Array.isArray(part)) for (const element of part) add(element, parent, key);
    else if (typeof part === "object" && part !== null && !parts.has(part)) {
      parts.add(part);
      waiting.push({ part: part as SyntaxPart, parent, key });
    }
  };
  add(tree, null, "");
  let called: SyntaxPlace | null = null;
  let around: SyntaxPlace | null = null;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { part } = place;
    if (part === (name as object)) return place;
    const { kind, pos, args } = part;
    if (pos === start && (kind === "call" || (kind === undefined && args !== undefined))) called ??= place;
    if (part === (query as object)) around ??= place;
    for (const key of Object.keys(part)) add(part[key], place, key);
  }
  return called ?? around;
}

function expectedIn({ kind, args }: SyntaxPart = {}): VisibleNames["expected"] {
  return kind === "call" ? "value" : args === undefined ? "word" : "type";
}

function expectedAt(
  { parent: place, key }: SyntaxPlace,
  { previous }: UnfinishedStatement,
): VisibleNames["expected"] {
  const parent = place?.part ?? {};
  const { kind } = parent;
  const isColumn = key === "column" || key === "using" || kind === "field";
  if (isColumn || key === "parts" || key === "qualifier" || key === "partition") return "value";
  if (key === "columns") return kind === "insert" ? "value" : "name";
  if (kind === undefined) return "base" in parent ? "word" : parent["value"] === undefined ? "name" : "value";
  if (key === "alias") return previous?.text.toUpperCase() === "AS" ? "name" : "word";
  return key === "table" || key === "view" || key === "like" || key === "to" || key === "name"
    ? "table"
    : "name";
}

function qualifiersOf(name: Name | null, place: SyntaxPlace | null): string[] {
  if (name === null || place?.part !== (name as object)) return [];
  const { parent, key } = place;
  const parts = parent?.part[key];
  return Array.isArray(parts) && /^(?:parts|name|table|view|qualifier)$/.test(key)
    ? (parts as Name[]).slice(0, parts.indexOf(name)).map(({ text }) => text)
    : [];
}

interface Climb {
  /** The WITH clauses around a part, innermost first. */
  readonly levels: { readonly added: readonly CommonTable[]; readonly recursive: boolean }[];
  readonly scopes: {
    /** How many of the levels are within it. */
    readonly level: number;
    /** The part of the tree in which it names tables. */
    readonly reads: unknown;
    relations(common: CommonTables): readonly VisibleRelation[];
  }[];
  /** Whether it is the number of LIMIT or OFFSET. */
  isCount: boolean;
}

/** Collects what a part of a statement sees, from the inside. */
function climb(start: SyntaxPlace | null, tables: VisibleTables): Climb {
  const { levels, scopes, ...found }: Climb = { levels: [], scopes: [], isCount: false };
  const add = (relation: unknown): void => {
    const from = relation as Relation;
    scopes.push({
      level: levels.length,
      reads: from,
      relations: (common) => visibleRelations(from, common, tables),
    });
  };
  const addOutput = (query: Query): void => {
    const unordered: Query = { ...query, with: [], orderBy: [], limit: null, offset: null };
    const columns = (common: CommonTables) => queryColumns(unordered, common, tables);
    scopes.push({
      level: levels.length,
      reads: unordered,
      relations: (common) => [{ name: null, table: null, columns: columns(common) }],
    });
  };
  let isLateral = false;
  for (let place = start; place !== null && place.parent !== null; place = place.parent) {
    const { part: child, key } = place;
    const { part: parent } = place.parent;
    switch (parent["kind"]) {
      case "query": {
        const query = parent as unknown as Query;
        const { with: all, recursive, body } = query;
        found.isCount ||= levels.length === 0 && (key === "limit" || key === "offset");
        if (key === "orderBy" && body.kind === "select" && body.from !== null) add(body.from);
        if (key === "orderBy") addOutput(query);
        const index = key === "with" ? all.indexOf(child as unknown as CommonTable) : all.length;
        levels.push({ added: all.slice(0, recursive ? index + 1 : index), recursive });
        break;
      }
      case "select":
        // The statement of a query is called select too.
        if (key !== "from" && key !== "query" && parent["from"] !== null) add(parent["from"]);
        if (key === "qualify" || key === "sortBy")
          addOutput(selecting(parent["items"] as readonly SelectItem[], parent["from"] as Relation | null));
        isLateral = false;
        break;
      case "sample":
        if (key !== "arg") add(parent["arg"]);
        break;
      case "derived":
        isLateral = parent["lateral"] === true;
        break;
      case "unnest":
      case "tableFunction":
        isLateral = true;
        break;
      case "join":
        if (key === "on" || key === "using") add(parent);
        else if (key === "right" && isLateral) add(parent["left"]);
        isLateral ||= key === "on" || key === "using";
        break;
      case "withLateral": {
        const { views, ...rest } = parent as unknown as Extract<Relation, { kind: "withLateral" }>;
        if (key === "views") add({ ...rest, views: views.slice(0, (views as readonly object[]).indexOf(child)) }); // prettier-ignore
        break;
      }
      case "lambda": {
        const columns = (parent["params"] as Name[]).map(({ text }) => ({ name: text, type: null }));
        scopes.push({ level: levels.length, reads: null, relations: () => [{ name: null, table: null, columns }] }); // prettier-ignore
        break;
      }
      case "insert":
      case "update":
      case "delete":
      case "alter":
        if (key !== "query" && key !== "table") add({ kind: "table", pos: 0, name: parent["table"] });
    }
  }
  return { levels, scopes, ...found };
}
