import type { DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { Batch, ColumnData, TableColumn } from "../../engine/engine.ts";
import { serviceType } from "../tables/column-types.ts";
import type { Database } from "../database/database.ts";
import { STAGE_SCHEMA, stageName } from "./import-stage.ts";
import { readColumns } from "../tables/read-tables.ts";
import { transaction } from "../database/transaction.ts";

/** The columns of a stage, with the service's schema types. */
export async function stageColumns(database: Database, id: string): Promise<readonly TableColumn[]> {
  const all = await transaction(database, (session) => readColumns(session, STAGE_SCHEMA));
  const columns = all.get(`${STAGE_SCHEMA}.${id}`) ?? [];
  return columns.map(({ name, type }) => ({ name, type: serviceType(type) }));
}

/** The rows of a stage, for a table that is not in the embedded engine. */
export async function* stageRows(database: Database, id: string): AsyncGenerator<Batch> {
  const lease = await database.acquire("service");
  try {
    const result = await lease.connection.stream(`FROM ${stageName(id)}`);
    const types = result.columnTypes();
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) return;
      const columns = types.map((type, index): ColumnData => {
        const values = chunk.getColumnValues(index);
        return { kind: "other", values: values.map((value) => plain(value, type)) };
      });
      yield { rowCount: chunk.rowCount, columns };
    }
  } finally {
    await lease.release();
  }
}

/** A value of a stage: text, bigint, number, or lists of them. */
function plain(value: DuckDBValue, type: DuckDBType): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { items } = value as { items?: readonly DuckDBValue[] };
  if (items) return items.map((item) => plain(item, type));
  return String(value);
}
