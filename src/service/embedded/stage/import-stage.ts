import type { DuckDBAppender, DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { convertValue, engineImportType, mergeTypes, type ImportType } from "../../imports/import-type.ts";
import type { BlockColumn, RecordBlock } from "../../imports/record-block.ts";
import type { BlockSink } from "../../imports/load-records.ts";
import { DATA_CATALOG } from "../../../dialect/storage-names.ts";
import type { Database } from "../database/database.ts";
import { quoteName } from "../../../dialect/quote.ts";
import { Session } from "../database/transaction.ts";
import { widenColumn } from "../tables/widen-column.ts";

/** Schema of rows that are not in their table yet; no database can have its name. */
export const STAGE_SCHEMA = "svc-stage";

const CHUNK_ROWS = 2048;

/** A stage is read once: to compress it takes longer than to write and read it. The table compresses its own rows. */
const UNCOMPRESSED = "USING COMPRESSION uncompressed";

interface StageColumn {
  readonly name: string;
  readonly type: ImportType | null;
  /** As it is in the engine. */
  readonly engine: string;
}

export function stageName(id: string): string {
  return [DATA_CATALOG, STAGE_SCHEMA, id].map(quoteName).join(".");
}

/** Fills a stage in one transaction: it is there with all that `load` appended, or as it was before. */
export async function loadStage<T>(
  database: Database,
  id: string,
  load: (stage: BlockSink) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lease = await database.acquire("load", signal);
  const { connection } = lease;
  try {
    await connection.run("BEGIN");
    const stage = new ImportStage(connection, id);
    try {
      await connection.run(`CREATE OR REPLACE TABLE ${stageName(id)} (time BIGINT ${UNCOMPRESSED})`);
      const result = await load(stage);
      stage.flush();
      await connection.run("COMMIT");
      return result;
    } catch (error) {
      lease.settle();
      stage.drop();
      // A statement that failed may have ended the transaction already.
      await connection.run("ROLLBACK").catch(() => undefined);
      throw signal?.aborted ? signal.reason : error;
    }
  } finally {
    await lease.release();
  }
}

/** Takes records in, block by block, and grows its columns with them. */
class ImportStage implements BlockSink {
  readonly #connection: DuckDBConnection;
  readonly #id: string;
  readonly #columns: StageColumn[] = [{ name: "time", type: "long", engine: "BIGINT" }];
  #appender: DuckDBAppender | null = null;

  constructor(connection: DuckDBConnection, id: string) {
    this.#connection = connection;
    this.#id = id;
  }

  async append(block: RecordBlock): Promise<void> {
    if (block.rowCount === 0) return;
    const changing = block.columns.filter((column) => this.#mustChange(column));
    if (changing.length > 0) {
      this.flush();
      for (const column of changing) this.#put(await this.#fit(column));
    }
    this.#appender ??= await this.#connection.createAppender(this.#id, STAGE_SCHEMA, DATA_CATALOG);
    await appendRows(this.#appender, this.#columns, block);
  }

  /** Ends the appender: it has the columns that the stage had when it was made. */
  flush(): void {
    this.#appender?.closeSync();
    this.#appender = null;
  }

  /** Ends the appender of a stage that goes, whatever becomes of its rows. */
  drop(): void {
    try {
      this.flush();
    } catch {
      this.#appender = null;
    }
  }

  #mustChange({ name, type }: BlockColumn): boolean {
    const present = this.#find(name);
    if (!present) return true;
    return type !== null && engineImportType(merged(present.type, type)) !== present.engine;
  }

  /** Adds the column or widens it; answers what it is then. */
  async #fit({ name, type }: BlockColumn): Promise<StageColumn> {
    const session = new Session(this.#connection);
    const present = this.#find(name);
    if (!present) {
      const engine = engineImportType(type);
      await session.run(
        `ALTER TABLE ${stageName(this.#id)} ADD COLUMN ${quoteName(name)} ${engine} ${UNCOMPRESSED}`,
      );
      return { name, type, engine };
    }
    const wider = merged(present.type, type);
    const wanted = engineImportType(wider);
    const old = { name: present.name, type: present.engine };
    const engine = await widenColumn(session, stageName(this.#id), old, wanted);
    return { name: present.name, type: engine === wanted ? wider : "string", engine };
  }

  #put(column: StageColumn): void {
    const index = this.#columns.findIndex(({ name }) => name === column.name);
    if (index < 0) this.#columns.push(column);
    else this.#columns[index] = column;
  }

  #find(name: string): StageColumn | undefined {
    const key = name.toLowerCase();
    return this.#columns.find((column) => column.name.toLowerCase() === key);
  }
}

async function appendRows(
  appender: DuckDBAppender,
  columns: readonly StageColumn[],
  block: RecordBlock,
): Promise<void> {
  const { DuckDBDataChunk, BIGINT, DOUBLE, LIST, VARCHAR, listValue } = await import("@duckdb/node-api");
  const duckType = (type: ImportType | null): DuckDBType => {
    if (type === "long" || type === "exact") return BIGINT;
    if (type === "double") return DOUBLE;
    return typeof type === "object" && type !== null ? LIST(duckType(type.element)) : VARCHAR;
  };
  const duckValue = (value: unknown): DuckDBValue =>
    Array.isArray(value) ? listValue(value.map(duckValue)) : (value as DuckDBValue);
  const types = columns.map(({ type }) => duckType(type));
  const sources = columns.map(({ name }) =>
    block.columns.find((column) => column.name.toLowerCase() === name.toLowerCase()),
  );
  for (let start = 0; start < block.rowCount; start += CHUNK_ROWS) {
    const rowCount = Math.min(CHUNK_ROWS, block.rowCount - start);
    const chunk = DuckDBDataChunk.create(types, rowCount);
    columns.forEach(({ type }, index) => {
      const values = sources[index]?.values;
      const vector = chunk.getColumnVector(index);
      const nested = typeof type === "object" && type !== null;
      for (let row = 0; row < rowCount; row++) {
        const value = convertValue(values?.[start + row], type);
        vector.setItem(row, nested ? duckValue(value) : (value as DuckDBValue));
      }
      vector.flush();
    });
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
}

function merged(a: ImportType | null, b: ImportType | null): ImportType | null {
  return a === null || b === null ? (a ?? b) : mergeTypes(a, b);
}
