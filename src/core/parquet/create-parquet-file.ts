// This folder: a table as a Parquet file.

import type { SchemaElement } from "hyparquet";
import { throwExplained } from "../files/missing-package.ts";
import type { ParquetType } from "./parquet-type.ts";

/** A Parquet file (Snappy) being written. */
export interface ParquetFile {
  /** Writes a row group, given by column, and yields to the event loop. @returns its bytes */
  readonly write: (group: unknown[][]) => Promise<number>;
  readonly finish: () => Promise<void>;
}

/** The writer's dictionaries take -0 for 0. */
const PLAIN = { encoding: "PLAIN" } as const;

function mayHoldNegativeZero(schema: readonly SchemaElement[], data: readonly unknown[]): boolean {
  const hasFloats = schema.some(({ type }) => type === "DOUBLE" || type === "FLOAT");
  return hasFloats && (schema.length > 1 || data.some((value) => Object.is(value, -0)));
}

export async function createParquetFile(
  path: string,
  columns: readonly { readonly name: string; readonly type: ParquetType }[],
): Promise<ParquetFile> {
  const { ParquetWriter, fileWriter } = await import("hyparquet-writer").catch(throwExplained);
  const writer = fileWriter(path);
  const schemas = columns.map(({ name, type }) => type.schema(name));
  const root = { name: "root", num_children: columns.length };
  const schema = [root, ...schemas.flat()];
  const file = new ParquetWriter({ writer, schema });
  return {
    write: async (group) => {
      const before = writer.offset;
      const columnData = columns.map(({ name }, at) => {
        const data = group[at] ?? [];
        return { name, data, ...(mayHoldNegativeZero(schemas[at] ?? [], data) ? PLAIN : {}) };
      });
      await file.write({ columnData, rowGroupSize: group[0]?.length || 1 });
      await new Promise((resolve) => setImmediate(resolve));
      return writer.offset - before;
    },
    finish: async () => file.finish(),
  };
}
