import type { CommonTable, Query } from "../../parse/ast.ts";
import { coercionCost } from "../../types/coercion.ts";
import { type Type, INTEGER } from "../../types/type.ts";
import { coerce } from "../coerce.ts";
import { type AnalyzedQuery, joinable, type OutputColumn, convertColumns } from "./analyzed-query.ts";
import { emptyScope, type CommonTableColumns, type Scope } from "../scope.ts";
import { tablesIn } from "../../parse/free-tables.ts";
import type { Translation } from "../translation.ts";
import { columnNames, commas, EMPTY, engine, type Sql, word } from "../../sql/tree.ts";

/** The engine takes twice as long to plan for each grouped table that reads another: in a chain, each of this number is computed by itself. */
const DEPTH = 8;

/** WITH: each common table sees earlier ones, in Hive all others; a recursive one sees itself. Returns the scope of the main query. */
export function analyzeCommonTables(
  t: Translation,
  query: Query,
  outer: Scope | null,
): { scope: Scope; sql: Sql } {
  const base: Scope = outer === null ? emptyScope() : emptyScope(outer);
  if (query.with.length === 0) return { scope: base, sql: EMPTY };
  const tables = new Map(base.commonTables);
  const parts: Sql[] = [];
  const ownNames = new Set<string>();
  for (const table of t.hive ? inOrder(query.with) : query.with) {
    const key = table.name.text.toLowerCase();
    if (ownNames.has(key))
      t.fail(
        "DUPLICATE_NAMED_QUERY",
        `WITH query name '${table.name.text}' specified more than once`,
        table.name.pos,
      );
    ownNames.add(key);
    // Analyzed before the next name becomes known.
    const scope: Scope = { ...base, commonTables: tables };
    const sqlName = t.alias("w");
    const names = namesIn(table);
    const recursive = query.recursive && names.has(key);
    const analyzed = recursive ? analyzeRecursive(t, table, scope, sqlName) : t.query(table.query, scope);
    const columns = nameColumns(t, table, analyzed.columns);
    const list = commas(columnNames(columns));
    const named = recursive ? engine`${list}, depth` : list;
    const depth = 1 + Math.max(0, ...[...names].map((name) => tables.get(name)?.depth ?? 0));
    const keyword = outer === null && !recursive && depth % DEPTH === 0 ? engine`MATERIALIZED ` : EMPTY;
    parts.push(engine`${word(sqlName)}(${named}) AS ${keyword}(${joinable(analyzed)})`);
    // UNION without ALL removes duplicate rows across all steps.
    const distinct = recursive && table.query.body.kind === "setOp" && !table.query.body.all;
    const readName = distinct ? t.alias("w") : sqlName;
    if (distinct)
      parts.push(engine`${word(readName)}(${list}) AS (SELECT DISTINCT ${list} FROM ${word(sqlName)})`);
    tables.set(key, { sqlName: readName, columns, depth });
  }
  return {
    scope: { ...base, commonTables: tables },
    sql: engine`WITH ${query.recursive ? engine`RECURSIVE ` : EMPTY}${commas(parts)} `,
  };
}

function nameColumns(
  t: Translation,
  table: CommonTable,
  columns: readonly OutputColumn[],
): CommonTableColumns["columns"] {
  t.checkAliases(table.columns, columns.length, "relation", table.name.pos);
  return columns.map(({ name, type, source, whole }, i) => ({
    name: table.columns[i]?.text ?? name ?? defaultName(t, i),
    type,
    source,
    whole,
    anonymous: !t.hive && table.columns.length === 0 && name === null,
  }));
}

export function defaultName(t: Translation, index: number): string {
  return `${t.hive ? "_c" : "_col"}${index}`;
}

/** Maximum steps of a recursive query (Trino: `max_recursion_depth`); the column `depth` counts them. */
const MAX_STEPS = 10;

/** The first term sets the types, to which the second must convert without loss. Source: sql/select, "WITH RECURSIVE clause". */
function analyzeRecursive(t: Translation, table: CommonTable, scope: Scope, sqlName: string): AnalyzedQuery {
  const { body } = table.query;
  if (
    body.kind !== "setOp" ||
    body.op !== "UNION" ||
    table.query.orderBy.length > 0 ||
    table.query.limit !== null
  )
    return t.fail(
      "INVALID_RECURSIVE_REFERENCE",
      "a recursive query must be a UNION of its first rows and its recursive part",
      table.name.pos,
    );
  const wrap = (part: typeof body): Query => ({
    kind: "query",
    pos: part.pos,
    with: [],
    recursive: false,
    body: part,
    orderBy: [],
    limit: null,
    offset: null,
    withTies: false,
  });
  const first = t.query({ ...wrap(body), body: body.left }, scope);
  // The recursive part may have numbers of more digits.
  const firstColumns = first.columns.map((one) => ({ ...one, whole: undefined }));
  const columns = nameColumns(t, table, firstColumns);
  const inside: Scope = {
    ...scope,
    commonTables: new Map([
      ...scope.commonTables,
      [table.name.text.toLowerCase(), { sqlName, columns, depth: 0 }],
    ]),
  };
  const types: Type[] = columns.map((column) => column.type);
  const next = t.query({ ...wrap(body), body: body.right }, inside);
  if (next.columns.length !== types.length)
    t.mismatch("both parts of a recursive query must have the same number of columns", body.pos);
  const names = commas(columnNames(columns));
  const failure = t.failing(
    `Recursion depth limit exceeded (${MAX_STEPS})`,
    table.name.pos,
    INTEGER,
    "NOT_SUPPORTED",
  );
  const converted = convertColumns(next, (value, i) => {
    const [from, to] = [value.type, types[i]!];
    if (coercionCost(from, to, t.dialect) === null)
      t.mismatch(
        `column ${i + 1} of a recursive query is ${t.typeName(to)} in its first rows, and ${t.typeName(from)} in its recursive part`,
        body.pos,
      );
    return coerce(t, value, to, body.pos);
  }).sql;
  const step = engine`SELECT s.*, (SELECT max(depth) + 1 FROM ${word(sqlName)}) AS depth FROM (${converted}) AS s(${names})`;
  return {
    sql: engine`(SELECT f.*, 0 FROM (${first.sql}) AS f) UNION ALL (SELECT ${names}, CASE WHEN depth > ${MAX_STEPS} THEN ${failure} ELSE depth END FROM (${step}) AS n)`,
    columns: firstColumns,
  };
}

/** The tables after those that they read from. */
function inOrder(tables: readonly CommonTable[]): CommonTable[] {
  const byName = new Map(tables.toReversed().map((table) => [table.name.text.toLowerCase(), table]));
  const ordered = new Set<CommonTable>();
  const visited = new Set<CommonTable>();
  const visit = (table: CommonTable): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const name of namesIn(table)) {
      const other = byName.get(name);
      if (other !== undefined) visit(other);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

/** Names without a database that the table's query reads from, in lower case. */
function namesIn(table: CommonTable): Set<string> {
  const names = tablesIn(table.query).flatMap(({ name: [name, ...more] }) =>
    more.length > 0 || !name ? [] : [name],
  );
  return new Set(names.map(({ text }) => text.toLowerCase()));
}
