import { tablesOf, type ClusterCatalogue, type ClusterTable } from "../cluster.ts";
import { columnData } from "./thrift/thrift-data.ts";
import { HiveConnection } from "./thrift/hive-connection.ts";
import type { HiveOperation } from "./thrift/hive-operation.ts";
import { readHiveOptions, type HiveOptions } from "./thrift/hive-options.ts";

const TIMEOUT_MS = 60_000;
const SYSTEM = new Set(["information_schema", "sys"]);

/** Catalogue of a HiveServer2, read through the protocol's metadata calls. */
export class HiveCatalogue implements ClusterCatalogue {
  readonly #options: HiveOptions;

  constructor(options: HiveOptions) {
    this.#options = options;
  }

  async databases(): Promise<string[]> {
    const [names = []] = await this.#ask((connection) => connection.schemas());
    return names.filter((name): name is string => name !== null && !SYSTEM.has(name)).sort();
  }

  async tables(database: string): Promise<ClusterTable[]> {
    const texts = await this.#ask((connection) => connection.tableColumns(pattern(database)));
    const [, schemas = [], names = [], columns = [], , types = [], sizes = [], , digits = []] = texts;
    const rows = names.map((table, row) => {
      const type = withSize((types[row] ?? "string").toLowerCase(), sizes[row], digits[row]);
      return [table ?? "", columns[row] ?? "", type] as const;
    });
    // The schema pattern may match other databases too.
    return tablesOf(rows.filter(([table], row) => schemas[row] === database && table !== ""));
  }

  /** The protocol has no row counts. */
  counts(): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map());
  }

  /** All rows of a metadata call, column by column as text. */
  async #ask(call: (connection: HiveConnection) => Promise<HiveOperation>): Promise<(string | null)[][]> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const connection = await HiveConnection.open(
      readHiveOptions(this.#options),
      this.#options,
      "default",
      signal,
    );
    try {
      const operation = await call(connection);
      const all: (string | null)[][] = [];
      for (;;) {
        const page = (await operation.page()).map((column) => {
          const data = columnData(column, "string");
          return data.kind === "text"
            ? data.values
            : data.kind === "integer"
              ? Array.from(data.values, String)
              : [];
        });
        if (page.every((values) => values.length === 0)) return all;
        page.forEach((values, index) => (all[index] ??= []).push(...values));
      }
    } finally {
      await connection.close();
    }
  }
}

/** Hive names these types without their size, with which CAST would use another one. Spark's names have it. */
function withSize(type: string, size: string | null | undefined, digits: string | null | undefined): string {
  if (type === "decimal") return `decimal(${size},${digits})`;
  return type === "varchar" || type === "char" ? `${type}(${size})` : type;
}

/** Escapes a name for use as a pattern, where `_` and `%` are wildcards. */
function pattern(name: string): string {
  return name.replace(/[_%\\]/g, "\\$&");
}
