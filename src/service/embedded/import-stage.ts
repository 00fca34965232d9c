import type { DuckDBType, DuckDBValue } from "@duckdb/node-api";
import { convertValue, engineImportType, mergeTypes, type ImportType } from "../imports/import-type.ts";
import type { BlockColumn, RecordBlock } from "../imports/record-block.ts";
import { DATA_CATALOG, type Database } from "./database.ts";
import { quoteName } from "./quote.ts";
import { type Session, transaction } from "./transaction.ts";
import { widenColumn } from "./widen-column.ts";

/** Schema of rows that are not in their table yet; no database can have its name. */
export const STAGE_SCHEMA = "svc-stage";

interface StageColumn {
  readonly name: string;
  readonly type: ImportType | null;
  /** As it is in the engine. */
  readonly engine: string;
}

export function stageName(id: string): string {
  return [DATA_CATALOG, STAGE_SCHEMA, id].map(quoteName).join(".");
}

/** Takes records in, block by block, and grows its columns with them. On disk, and gone only when it is dropped. */
export class ImportStage {
  readonly #database: Database;
  readonly #id: string;
  readonly #columns: StageColumn[] = [];

  private constructor(database: Database, id: string) {
    this.#database = database;
    this.#id = id;
  }

  static async create(database: Database, id: string): Promise<ImportStage> {
    const stage = new ImportStage(database, id);
    await transaction(database, async (session) => {
      await session.run(`CREATE SCHEMA IF NOT EXISTS ${quoteName(DATA_CATALOG)}.${quoteName(STAGE_SCHEMA)}`);
      await session.run(`CREATE OR REPLACE TABLE ${stageName(id)} (time BIGINT)`);
    });
    stage.#columns.push({ name: "time", type: "long", engine: "BIGINT" });
    return stage;
  }

  /** Every record of the block must have a whole `time`. */
  async append(block: RecordBlock): Promise<void> {
    if (block.rowCount === 0) return;
    const changing = block.columns.filter((column) => this.#mustChange(column));
    if (changing.length > 0) {
      const changed = await transaction(this.#database, async (session) => {
        const columns: StageColumn[] = [];
        for (const column of changing) columns.push(await this.#fit(session, column));
        return columns;
      });
      for (const column of changed) this.#put(column);
    }
    await this.#appendRows(block);
  }

  #mustChange({ name, type }: BlockColumn): boolean {
    const present = this.#find(name);
    if (!present) return true;
    return type !== null && engineImportType(merged(present.type, type)) !== present.engine;
  }

  /** Adds the column or widens it; answers what it is then. */
  async #fit(session: Session, { name, type }: BlockColumn): Promise<StageColumn> {
    const present = this.#find(name);
    if (!present) {
      const engine = engineImportType(type);
      await session.run(`ALTER TABLE ${stageName(this.#id)} ADD COLUMN ${quoteName(name)} ${engine}`);
      return { name, type, engine };
    }
    const wider = merged(present.type, type);
    const wanted = engineImportType(wider);
    const old = { name: present.name, type: present.engine };
    const engine = await widenColumn(session, stageName(this.#id), old, wanted);
    return { name: present.name, type: engine === wanted ? wider : "string", engine };
  }

  async #appendRows(block: RecordBlock): Promise<void> {
    const { DuckDBDataChunk, BIGINT, DOUBLE, LIST, VARCHAR, listValue } = await import("@duckdb/node-api");
    const duckType = (type: ImportType | null): DuckDBType => {
      if (type === "long") return BIGINT;
      if (type === "double") return DOUBLE;
      return typeof type === "object" && type !== null ? LIST(duckType(type.element)) : VARCHAR;
    };
    const duckValue = (value: unknown): DuckDBValue =>
      Array.isArray(value) ? listValue(value.map(duckValue)) : (value as DuckDBValue);
    const types = this.#columns.map(({ type }) => duckType(type));
    const sources = this.#columns.map(({ name }) =>
      block.columns.find((column) => column.name.toLowerCase() === name.toLowerCase()),
    );
    await this.#database.use("service", async (connection) => {
      const appender = await connection.createAppender(this.#id, STAGE_SCHEMA, DATA_CATALOG);
      const chunkRows = 2048;
      for (let start = 0; start < block.rowCount; start += chunkRows) {
        const rowCount = Math.min(chunkRows, block.rowCount - start);
        const chunk = DuckDBDataChunk.create(types, rowCount);
        this.#columns.forEach(({ type }, index) => {
          const values = sources[index]?.values;
          chunk.setColumnValues(
            index,
            Array.from({ length: rowCount }, (_, row) =>
              duckValue(convertValue(values?.[start + row], type)),
            ),
          );
        });
        appender.appendDataChunk(chunk);
      }
      appender.closeSync();
    });
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

function merged(a: ImportType | null, b: ImportType | null): ImportType | null {
  return a === null || b === null ? (a ?? b) : mergeTypes(a, b);
}
