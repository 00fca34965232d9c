import { throwExplained } from "../files/missing-package.ts";
import type { ParquetType } from "./parquet-type.ts";

/** A Parquet file (Snappy) being written. */
export interface ParquetFile {
  /** Writes a row group, given by column, and yields to the event loop. @returns its bytes */
  readonly write: (group: unknown[][]) => Promise<number>;
  readonly finish: () => Promise<void>;
}

export async function createParquetFile(
  path: string,
  columns: readonly { readonly name: string; readonly type: ParquetType }[],
): Promise<ParquetFile> {
  const { ParquetWriter, fileWriter } = await import("hyparquet-writer").catch(throwExplained);
  const writer = fileWriter(path);
  const root = { name: "root", num_children: columns.length };
  const schema = [root, ...columns.flatMap(({ name, type }) => type.schema(name))];
  const file = new ParquetWriter({ writer, schema });
  return {
    write: async (group) => {
      const before = writer.offset;
      const columnData = columns.map(({ name }, at) => ({ name, data: group[at] ?? [] }));
      await file.write({ columnData, rowGroupSize: group[0]?.length || 1 });
      await new Promise((resolve) => setImmediate(resolve));
      return writer.offset - before;
    },
    finish: async () => file.finish(),
  };
}
