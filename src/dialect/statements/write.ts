import { columnAt, columnNames, commas, EMPTY, engine, name as nameOf, type Sql, storedTable, chain } from "../sql/tree.ts"; // prettier-ignore
import { coerce, convertExplicitly } from "../analyze/coerce.ts";
import { fromStored, toStored } from "../analyze/stored-form.ts";
import { asBoolean } from "../analyze/operators/predicates.ts";
import type { AnalyzedQuery } from "../analyze/queries/analyzed-query.ts";
import { resolveTable } from "../analyze/queries/relation.ts";
import { QueryBlock } from "../analyze/query-block.ts";
import { emptyScope, type Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import type { TableShape } from "../catalogue.ts";
import { withType, type Typed } from "../analyze/typed.ts";
import type { Name } from "../parse/ast.ts";
import type { Insert, StatementOf } from "../parse/statement-ast.ts";
import type { Plan } from "../plan.ts";
import { sameName } from "../same-name.ts";
import { tablesIn } from "../parse/free-tables.ts";
import { coercionCost, commonType } from "../types/coercion.ts";
import { writePlan } from "./write-plan.ts";
import { innerTypes, isText, type Type } from "../types/type.ts";

export function planInsert(t: Translation, insert: Insert): Plan {
  return insertPlan([insertSteps(t, insert, insert.overwrite)]);
}

/** All inserts read the tables as they were before the first one, although the engine's transaction sees its own writes. */
export function planMultiInsert(t: Translation, inserts: readonly Insert[]): Plan {
  const last = (name: readonly Name[]): string | undefined => name.at(-1)?.text.toLowerCase();
  const read = new Set(inserts.flatMap(({ query }) => tablesIn(query).map(({ name }) => last(name))));
  const readsTarget = inserts.some((insert) => read.has(last(insert.table)));
  return insertPlan(inserts.map((insert) => insertSteps(t, insert, readsTarget || insert.overwrite)));
}

interface InsertSteps {
  readonly table: TableShape;
  readonly before: readonly Sql[];
  /** The last step inserts. */
  readonly write: readonly Sql[];
  readonly after: readonly Sql[];
}

function insertPlan(parts: readonly InsertSteps[]): Plan {
  const steps = (["before", "write", "after"] as const).flatMap((part) => parts.flatMap((one) => one[part]));
  return writePlan(
    "INSERT",
    parts.map(({ table }) => table),
    steps,
    parts.map(({ write }) => write.at(-1)!),
  );
}

/** @param keepsAside - Store the new rows in a temporary table first, as the query may read the target table. */
function insertSteps(t: Translation, insert: Insert, keepsAside: boolean): InsertSteps {
  const table = writable(t, insert.table, insert.pos);
  const query = t.query(insert.query, null);
  const { columns, values } = targetColumns(t, insert, table, query);
  const select = engine`SELECT ${commas(values)} FROM (${query.sql}) AS o(${commas(columnNames(query.columns))})`;
  const into = engine`${storedTable(table.database, table.name)} (${commas(columns.map((column) => nameOf(column)))})`;
  if (!keepsAside) return { table, before: [], write: [engine`INSERT INTO ${into} ${select}`], after: [] };
  const aside = nameOf(t.alias("svc_aside_"));
  const kept = columns.map((_, i) => engine`c${i + 1}`);
  const old = engine`${storedTable(table.database, table.name)} AS t${replacedRows(t, insert, table, aside, columns)}`;
  const isNew = insert.ifNotExists ? engine` WHERE NOT EXISTS (SELECT 1 FROM ${old})` : EMPTY;
  return {
    table,
    before: [engine`CREATE TEMP TABLE ${aside} AS SELECT * FROM (${select}) AS a(${commas(kept)})`],
    write: [
      ...(insert.overwrite && !insert.ifNotExists ? [engine`DELETE FROM ${old}`] : []),
      engine`INSERT INTO ${into} SELECT * FROM ${aside}${isNew}`,
    ],
    after: [engine`DROP TABLE ${aside}`],
  };
}

/** The rows of the partitions that are written: of PARTITION (a = 1, b) those with that a and a value of b among the new rows. */
function replacedRows(
  t: Translation,
  insert: Insert,
  table: TableShape,
  aside: Sql,
  columns: readonly string[],
): Sql {
  const parts = insert.partition.flatMap((part) => {
    if (part.value === null) return [];
    const column = columnOf(t, table, part.name);
    return [
      engine`t.${nameOf(column.name)} = ${toStored(t, coerce(t, t.expression(part.value, emptyScope()), column.type, part.name.pos))}`,
    ];
  });
  const dynamic = insert.partition.flatMap((part) => {
    if (part.value !== null) return [];
    const { name } = columnOf(t, table, part.name);
    return [engine`a.c${columns.indexOf(name) + 1} IS NOT DISTINCT FROM t.${nameOf(name)}`];
  });
  if (dynamic.length > 0)
    parts.push(engine`EXISTS (SELECT 1 FROM ${aside} AS a WHERE ${chain("AND", dynamic)})`);
  return parts.length === 0 ? EMPTY : engine` WHERE ${chain("AND", parts)}`;
}

/** Columns and values of an INSERT. A missing `time` gets the statement's scheduled time. */
function targetColumns(
  t: Translation,
  insert: Insert,
  table: TableShape,
  query: AnalyzedQuery,
): { columns: string[]; values: Sql[] } {
  const fixed = insert.partition
    .filter((part) => part.value !== null)
    .map((part) => ({
      column: columnOf(t, table, part.name),
      value: t.expression(part.value!, emptyScope()),
      pos: part.name.pos,
    }));
  const free = table.columns.filter((column) => !fixed.some((part) => part.column === column));
  let targets = insert.columns.length > 0 ? columnsOf(t, table, insert.columns) : free;
  const time = table.columns.find((column) => column.name === "time" && column.type.kind === "bigint");
  const fillsTime =
    time !== undefined &&
    !fixed.some((part) => part.column === time) &&
    (insert.columns.length > 0 ? !targets.includes(time) : query.columns.length === targets.length - 1);
  if (fillsTime) targets = targets.filter((column) => column !== time);
  if (targets.length !== query.columns.length) {
    const list = (types: readonly Type[]): string => types.map((type) => t.typeName(type)).join(", ");
    t.mismatch(
      `Insert query has mismatched column types: Table: [${list(targets.map((column) => column.type))}], Query: [${list(query.columns.map((column) => column.type))}]`,
      insert.pos,
    );
  }
  const values = targets.map((target, i) =>
    asColumn(t, withType(columnAt("o", i), query.columns[i]!.type), target, insert.pos),
  );
  for (const part of fixed) values.push(toStored(t, coerce(t, part.value, part.column.type, part.pos)));
  if (fillsTime) values.push(engine`CAST(${Math.floor(t.scheduledTimeMs / 1000)} AS BIGINT)`);
  return {
    columns: [
      ...targets.map((column) => column.name),
      ...fixed.map((part) => part.column.name),
      ...(fillsTime ? [time.name] : []),
    ],
    values,
  };
}

/**
 * Converts a value to its column's type. Presto casts to it, with loss, where both have a common type, except for zones, as tables store
 * instants as timestamps. Hive truncates silently.
 */
function asColumn(t: Translation, value: Typed, column: TableShape["columns"][number], pos: number): Sql {
  return toStored(t, converted(t, value, column, pos));
}

function converted(t: Translation, value: Typed, column: TableShape["columns"][number], pos: number): Typed {
  const { type: from } = value;
  const { type: to, name } = column;
  if (coercionCost(from, to, t.dialect) !== null || (isText(from) && isText(to)))
    return coerce(t, value, to, pos);
  const isPlain = (type: Type): boolean => !["array", "map", "row", "unknown"].includes(type.kind);
  if (t.hive && isPlain(from) && isPlain(to)) return convertExplicitly(t, value, to, pos, false);
  const common = t.hive ? null : commonType(from, to, t.dialect);
  if (common !== null && !hasZone(common)) return convertExplicitly(t, value, to, pos, false);
  return t.mismatch(
    `mismatched column types: column '${name}' is ${t.typeName(to)}, the value is ${t.typeName(from)}`,
    pos,
  );
}

const hasZone = (type: Type): boolean => "zone" in type || innerTypes(type).some(hasZone);

/** Resolves column names. @throws SqlError for a duplicate name. */
function columnsOf(t: Translation, table: TableShape, names: readonly Name[]): TableShape["columns"] {
  return names.reduce<TableShape["columns"]>((columns, name) => {
    const column = columnOf(t, table, name);
    if (columns.includes(column))
      t.fail("DUPLICATE_COLUMN_NAME", `column '${name.text}' specified more than once`, name.pos);
    return [...columns, column];
  }, []);
}

/** @throws SqlError COLUMN_NOT_FOUND */
export function columnOf(t: Translation, table: TableShape, name: Name): TableShape["columns"][number] {
  const tableColumn = table.columns.find((column) => sameName(column.name, name.text));
  return (
    tableColumn ??
    t.fail(
      "COLUMN_NOT_FOUND",
      `column '${name.text}' does not exist in ${table.database}.${table.name}`,
      name.pos,
    )
  );
}

/** A table of a user database; the engine refuses to change a view. */
export function writable(t: Translation, name: readonly Name[], pos: number): TableShape {
  const table = resolveTable(t, name, pos);
  if (table.system === true) t.fail("PERMISSION_DENIED", `${table.database} can't be changed`, pos);
  return table;
}

function tableScope(t: Translation, table: TableShape): Scope {
  return {
    ...emptyScope(),
    block: new QueryBlock(
      table.columns.map(({ name, type }) => ({
        name,
        qualifiers: [table.name, table.database],
        type,
        sql: fromStored(t, withType(nameOf(name), type)).sql,
      })),
    ),
  };
}

function whereSql(t: Translation, where: StatementOf<"delete">["where"], scope: Scope): Sql {
  return where === null
    ? EMPTY
    : engine` WHERE ${asBoolean(t, t.expression(where, scope), where.pos, "WHERE clause").sql}`;
}

export function planDelete(t: Translation, statement: StatementOf<"delete">): Plan {
  const table = writable(t, statement.table, statement.pos);
  const sql = engine`DELETE FROM ${storedTable(table.database, table.name)}${whereSql(t, statement.where, tableScope(t, table))}`;
  return writePlan("DELETE", [table], [sql], [sql]);
}

export function planUpdate(t: Translation, statement: StatementOf<"update">): Plan {
  const table = writable(t, statement.table, statement.pos);
  const scope = tableScope(t, table);
  const columns = columnsOf(
    t,
    table,
    statement.set.map(({ column }) => column),
  );
  const set = statement.set.map(({ column, value }, i) => {
    const target = columns[i]!;
    return engine`${nameOf(target.name)} = ${asColumn(t, t.expression(value, scope), target, column.pos)}`;
  });
  const sql = engine`UPDATE ${storedTable(table.database, table.name)} SET ${commas(set)}${whereSql(t, statement.where, scope)}`;
  return writePlan("UPDATE", [table], [sql], [sql]);
}

export function planTruncate(t: Translation, statement: StatementOf<"truncate">): Plan {
  const table = writable(t, statement.table, statement.pos);
  return writePlan(
    "TRUNCATE TABLE",
    [table],
    [engine`DELETE FROM ${storedTable(table.database, table.name)}`],
  );
}
