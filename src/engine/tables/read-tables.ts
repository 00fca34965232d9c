import { DATA_CATALOG, isDatabase } from "../../dialect/storage-names.ts";
import { quoteName, quoteText } from "../../dialect/quote.ts";
import type { TableKey } from "../database/table-changes.ts";
import type { Session } from "../database/transaction.ts";

export interface EngineColumn {
  readonly name: string;
  /** In DuckDB's syntax. */
  readonly type: string;
}

/** Types of a `time` column that hold unix seconds. */
const EPOCH_TYPES = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|DOUBLE|FLOAT)$/;

export function hasEpochTime(columns: readonly EngineColumn[]): boolean {
  return columns.some(({ name, type }) => name === "time" && EPOCH_TYPES.test(type));
}

export async function readDatabases(session: Session): Promise<string[]> {
  const rows = await session.rows<{ name: string }>(
    `SELECT schema_name AS name FROM duckdb_schemas() WHERE database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")}`,
  );
  return rows.map(({ name }) => name);
}

/** Columns of the tables of all databases by `database.table`, in order. */
export async function readColumns(session: Session): Promise<Map<string, EngineColumn[]>> {
  const condition = `database_name = '${DATA_CATALOG}' AND ${isDatabase("schema_name")}`;
  // Views are few; duckdb_tables() includes each table's SQL and takes five times as long as all columns.
  const rows = await session.rows<{ key: string; name: string; type: string }>(
    `SELECT schema_name || '.' || table_name AS key, column_name AS name, data_type AS type FROM duckdb_columns()
      WHERE ${condition} AND (schema_name, table_name) NOT IN
        (SELECT (schema_name, view_name) FROM duckdb_views() WHERE ${condition})
      ORDER BY key, column_index`,
  );
  const columns = new Map<string, EngineColumn[]>();
  for (const { key, name, type } of rows) {
    const list = columns.get(key) ?? [];
    list.push({ name, type });
    columns.set(key, list);
  }
  return columns;
}

export interface TableCount {
  readonly rowCount: number;
  readonly lastTime: number | null;
}

/** Tables counted per statement: DuckDB's planning time grows faster than their number. */
const COUNTED_AT_ONCE = 40;

interface TableColumns extends TableKey {
  readonly columns: readonly EngineColumn[];
}

/** Exact counts from DuckDB's metadata; only the `time` column is scanned. */
export async function countRows(session: Session, tables: readonly TableColumns[]): Promise<TableCount[]> {
  const empty = tables.length > COUNTED_AT_ONCE ? await emptyTables(session) : new Set<string>();
  const isEmpty = ({ database, name }: TableKey): boolean => empty.has(`${database}.${name}`);
  const others = tables.filter((table) => !isEmpty(table));
  const counts: TableCount[] = [];
  for (let from = 0; from < others.length; from += COUNTED_AT_ONCE)
    counts.push(...(await countSome(session, others.slice(from, from + COUNTED_AT_ONCE))));
  let next = 0;
  return tables.map((table) =>
    isEmpty(table) ? { rowCount: 0, lastTime: null } : (counts[next++] as TableCount),
  );
}

/** Tables of all databases that are certainly empty: DuckDB's estimate also counts deleted rows. */
async function emptyTables(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows<{ id: string }>(
    `SELECT schema_name || '.' || table_name AS id FROM duckdb_tables()
      WHERE database_name = '${DATA_CATALOG}' AND estimated_size = 0`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function countSome(session: Session, tables: readonly TableColumns[]): Promise<TableCount[]> {
  const selects = tables.map((table, index) => {
    const time = table.columns.find((column) => column.name === "time");
    return `SELECT ${index} AS i, count(*) AS n, ${newestTime(time?.type)} AS t FROM ${tableName(table)}`;
  });
  const rows = await session.rows<{ i: number; n: bigint; t: number | null }>(selects.join(" UNION ALL "));
  const counts: TableCount[] = [];
  for (const { i, n, t } of rows) counts[i] = { rowCount: Number(n), lastTime: t };
  return counts;
}

function newestTime(type: string | undefined): string {
  if (type === undefined) return "NULL::DOUBLE";
  if (EPOCH_TYPES.test(type)) return "max(time)::DOUBLE";
  return type.startsWith("TIMESTAMP") || type === "DATE" ? "epoch(max(time))::DOUBLE" : "NULL::DOUBLE";
}

/** Below this many values the size is estimated, because small tables share blocks. */
const FEW_VALUES = 100_000;
const LOOSE_VALUE_BYTES = 8;

/** Bytes of a table in the data file; estimated for small tables and for rows that are only in the log. */
export async function estimateBytes(
  session: Session,
  table: TableColumns,
  rowCount: number,
): Promise<number> {
  const values = rowCount * table.columns.length;
  if (values <= FEW_VALUES) return values * LOOSE_VALUE_BYTES;
  const [row] = await session.rows<{ blocks: bigint; loose: bigint | null }>(
    `SELECT count(DISTINCT block_id) FILTER (WHERE persistent) AS blocks,
        sum(count) FILTER (WHERE NOT persistent AND segment_type <> 'VALIDITY')::BIGINT AS loose
      FROM pragma_storage_info(${quoteText(tableName(table))})`,
  );
  const blockBytes = 262_144;
  return Number(row?.blocks ?? 0n) * blockBytes + Number(row?.loose ?? 0n) * LOOSE_VALUE_BYTES;
}

export function tableName({ database, name }: TableKey): string {
  return [DATA_CATALOG, database, name].map(quoteName).join(".");
}

export function schemaName(database: string): string {
  return `${quoteName(DATA_CATALOG)}.${quoteName(database)}`;
}
