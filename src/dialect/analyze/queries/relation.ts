import { type From, joinable, LIMIT_FENCE } from "./analyzed-query.ts";
import { named, subselect, unnestEach } from "./from.ts";
import { column as columnOf, commas, EMPTY, engine, name as nameOf, type Sql, storedTable, word, relationName } from "../../sql/tree.ts"; // prettier-ignore
import type { Call, LateralView, Name, Relation, RelationOf } from "../../parse/ast.ts";
import type { MadeRows } from "../../hive/table-function.ts";
import { tableFunction } from "../../hive/table-functions.ts";
import { meant } from "../../nearest-name.ts";
import { fromStored } from "../stored-form.ts";
import { analyzeJoin } from "./join.ts";
import { QueryBlock } from "../query-block.ts";
import type { Scope } from "../scope.ts";
import { isListed, type TableShape } from "../../catalogue.ts";
import type { Translation } from "../translation.ts";
import { withType } from "../typed.ts";
import { analyzeSequence, analyzeUnnest } from "./unnest.ts";
import { defaultName } from "./common-tables.ts";

/** @param scope - Names visible to lateral relations: the outer query and the relations to the left. */
export function analyzeRelation(t: Translation, relation: Relation, scope: Scope): From {
  switch (relation.kind) {
    case "table":
      return analyzeTable(t, relation.name, scope, relation.pos);
    case "derived":
      return analyzeDerived(t, relation, scope);
    case "unnest":
      return analyzeUnnest(t, relation, scope);
    case "tableFunction":
      return analyzeSequence(t, relation, scope);
    case "alias":
      return renamed(
        t,
        relation.arg.kind === "derived"
          ? analyzeDerived(t, relation.arg, scope, relation.columns)
          : t.relation(relation.arg, scope),
        relation.alias,
        relation.columns,
      );
    case "sample":
      return analyzeSample(t, relation, scope);
    case "join":
      return analyzeJoin(t, relation, scope);
    case "withLateral":
      return analyzeLateralViews(t, t.relation(relation.arg, scope), relation.views, scope)!;
  }
}

/** @param names - Of its first columns, where the statement gives it others. */
function analyzeDerived(
  t: Translation,
  relation: RelationOf<"derived">,
  scope: Scope,
  names: readonly Name[] = [],
): From {
  const query = t.query(relation.query, scope);
  const columns = query.columns.map(({ name, type, source, whole }, i) => ({
    name: names[i]?.text ?? name ?? defaultName(t, i),
    type,
    source,
    whole,
    anonymous: !t.hive && name === null,
  }));
  const { sql, columns: own, rows } = named(t, "d", engine`(${joinable(query)})`, columns);
  return { sql, columns: own, rows, oneRow: query.oneRow === true };
}

function analyzeTable(t: Translation, name: readonly Name[], scope: Scope, pos: number): From {
  const path = name.map((part) => part.text);
  const common = name.length === 1 ? scope.commonTables.get(path[0]!.toLowerCase()) : undefined;
  if (common !== undefined) return named(t, "t", word(common.sqlName), common.columns, [path[0]!]);
  const table = resolveTable(t, name, pos);
  if (table.invalid !== undefined)
    t.fail("INVALID_VIEW", `view '${table.database}.${table.name}' can't be read: ${table.invalid}`, pos);
  const alias = t.alias("t");
  const source = { ...t.pathOf(name, pos), database: table.database, table: table.name };
  const qualifiers = [source.table, source.database, source.catalog];
  return {
    sql: engine`${table.query ?? storedTable(table.database, table.name)} AS ${relationName(alias)}`,
    columns: table.columns.map(({ name, type, unlisted }) => ({
      name,
      qualifiers,
      type,
      source,
      unlisted,
      sql: fromStored(t, withType(columnOf(alias, nameOf(name)), type)).sql,
    })),
  };
}

/** The table of a name. @throws SqlError TABLE_NOT_FOUND or SCHEMA_NOT_FOUND, with the most similar existing name. */
export function resolveTable(t: Translation, name: readonly Name[], pos: number): TableShape {
  const path = t.pathOf(name, pos);
  const table = t.tableAt(path);
  if (table !== null) return table;
  const [own] = name;
  if (name.length === 1 && own?.quoted === true && /^'|^job\(\d+\)$/.test(own.text))
    return t.unsupported(`${own.text} in place of a table: %%svc_local, --local and read_local read files and jobs`, pos); // prettier-ignore
  const { what, names } = t.options.tables.alternatives(path);
  if (what === "schema") return t.fail("SCHEMA_NOT_FOUND", `schema '${path.database}' does not exist${meant(path.database, names)}`, pos); // prettier-ignore
  const hint = meant(path.table, names);
  return t.fail("TABLE_NOT_FOUND", `table '${path.database}.${path.table}' does not exist${hint}`, pos);
}

function renamed(t: Translation, from: From, alias: Name, columns: readonly Name[]): From {
  const visible = from.columns.filter((column) => !column.hidden);
  t.checkAliases(columns, visible.filter(isListed).length, `'${alias.text}'`, alias.pos);
  const qualifiers = [alias.text];
  const { sql, isJoin, oneRow, unnested, rows } = from;
  return {
    sql,
    isJoin,
    oneRow,
    unnested,
    rows,
    columns: visible.map(({ name, anonymous, type, sql, source, whole, unlisted }, i) => ({
      name: columns[i]?.text ?? name,
      qualifiers,
      type,
      sql,
      source,
      whole,
      unlisted,
      anonymous: columns.length === 0 && anonymous === true,
    })),
  };
}

type Sample = RelationOf<"sample">;

function analyzeSample(t: Translation, relation: Sample, scope: Scope): From {
  const from = t.relation(relation.arg, scope);
  const sample = sampleSql(t, relation, { ...scope, block: new QueryBlock(from.columns) });
  const none = { list: [], columns: [] };
  const rows = subselect(t, from, none, sample);
  return relation.method === "ROWS" ? subselect(t, rows, none, LIMIT_FENCE) : rows;
}

/** Hive's n ROWS are the first n of each split, so any n rows will do; its buckets are those of Hive 2. */
function sampleSql(t: Translation, { method, size: sampleSize, bucket, pos }: Sample, scope: Scope): Sql {
  const size = t.expression(sampleSize, scope).constant;
  if (bucket === undefined) {
    if (typeof size !== "number" || size < 0 || (method !== "ROWS" && size > 100))
      return t.invalid("the sample size must be a literal from 0 to 100", pos);
    return method === "ROWS" ? engine` LIMIT ${size}` : engine` TABLESAMPLE bernoulli(${size} PERCENT)`;
  }
  const number = t.expression(bucket.number, scope).constant;
  if (typeof size !== "number" || typeof number !== "number" || number < 1 || number > size)
    return t.invalid("TABLESAMPLE takes a bucket from 1 to their number", pos);
  if (bucket.hash.args.some((by) => by.kind === "call" && by.name.toLowerCase() === "rand"))
    return engine` TABLESAMPLE bernoulli(${100 / size} PERCENT)`;
  return engine` WHERE (${t.expression(bucket.hash, scope).sql} & 2147483647) % ${size} = ${number - 1}`;
}

/** The columns that a function gives, with the names after AS. */
export function renamedColumns(
  t: Translation,
  { name: called }: Call,
  columns: MadeRows["columns"],
  names: readonly Name[],
  pos: number,
): MadeRows["columns"] {
  if (names.length > 0 && names.length !== columns.length)
    t.syntaxError(`${called} gives ${columns.length} columns, AS names ${names.length}`, pos);
  return columns.map((column, i) => ({ ...column, name: names[i]?.text ?? column.name }));
}

/** Hive's LATERAL VIEW: joins each row on the left with every row that the function returns for it. */
export function analyzeLateralViews(
  t: Translation,
  from: From | null,
  views: readonly LateralView[],
  scope: Scope,
): From | null {
  return views.reduce<From | null>((left, view) => {
    const inner: Scope =
      left === null ? scope : { ...scope, block: new QueryBlock(left.columns, left.index) };
    const tableCall = tableFunction(t, view.call, inner);
    const columns = renamedColumns(t, view.call, tableCall.columns, view.columns, view.pos);
    const list = tableCall.cells ?? unnestEach(tableCall.lists, view.outer);
    const right = named(t, "v", engine`(SELECT ${commas(list)})`, columns, [view.table.text]);
    return left === null ? right : subselect(t, left, { list, columns: right.columns }, EMPTY);
  }, from);
}
