import { quoteText } from "../../dialect/quote.ts";
import { tablesOf, type ClusterCatalogue, type ClusterTable, runRows } from "../cluster.ts";
import type { QueryRunner } from "../../engine/contract/engine.ts";
import { trinoDialect } from "./trino-dialect.ts";

/** Statistics take one statement per table; with more tables than this, counts are omitted. */
const MAX_COUNTS = 50;
const COUNTS_AT_ONCE = 4;

export class TrinoCatalogue implements ClusterCatalogue {
  readonly #runner: QueryRunner;
  readonly #schema: string;

  constructor(runner: QueryRunner, catalog: string) {
    this.#runner = runner;
    this.#schema = `${trinoDialect.quote(catalog)}.information_schema`;
  }

  async databases(): Promise<string[]> {
    const rows = await this.#rows(
      `SELECT schema_name FROM ${this.#schema}.schemata WHERE schema_name <> 'information_schema' ORDER BY 1`,
    );
    return rows.map(([name]) => name as string);
  }

  async tables(database: string): Promise<ClusterTable[]> {
    const rows = await this.#rows(
      `SELECT table_name, column_name, data_type FROM ${this.#schema}.columns
       WHERE table_schema = ${quoteText(database)} ORDER BY table_name, ordinal_position`,
    );
    return tablesOf(rows as [string, string, string][]);
  }

  async counts(database: string, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    if (tables.length > MAX_COUNTS) return counts;
    const waiting = [...tables];
    const work = async (): Promise<void> => {
      for (let table = waiting.shift(); table !== undefined; table = waiting.shift()) {
        const count = await this.#count(database, table);
        if (count !== null) counts.set(table, count);
      }
    };
    await Promise.all(Array.from({ length: COUNTS_AT_ONCE }, work));
    return counts;
  }

  /** The row count from SHOW STATS, whose last row is about the table; null for views. */
  async #count(database: string, table: string): Promise<number | null> {
    const name = `${trinoDialect.quote(database)}.${trinoDialect.quote(table)}`;
    try {
      const rows = await this.#rows(`SHOW STATS FOR ${name}`);
      const count = rows.find(([column]) => column === null)?.[4];
      return typeof count === "number" ? Math.round(count) : null;
    } catch {
      return null;
    }
  }

  #rows(sql: string): Promise<unknown[][]> {
    return runRows(this.#runner, trinoDialect, "information_schema", sql);
  }
}
