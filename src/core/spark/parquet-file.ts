import type { SchemaElement } from "hyparquet";
import { throwExplained } from "../files/missing-package.ts";
import type { SparkColumn } from "./spark-column.ts";

/** Rows per row group. */
const GROUP_ROWS = 50_000;

/**
 * Writes columns to a Parquet file (Snappy), one row group at a time.
 *
 * @param onWritten - Called with the rows and bytes of each group.
 */
export async function writeParquetFile(
  path: string,
  columns: readonly SparkColumn[],
  rowCount: number,
  signal: AbortSignal,
  onWritten: (rows: number, bytes: number) => void,
): Promise<void> {
  const { ParquetWriter, fileWriter } = await import("hyparquet-writer").catch(throwExplained);
  const writer = fileWriter(path);
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(schemaElements),
  ];
  const file = new ParquetWriter({ writer, schema });
  for (let from = 0; from < rowCount; from += GROUP_ROWS) {
    signal.throwIfAborted();
    const rows = Math.min(GROUP_ROWS, rowCount - from);
    const before = writer.offset;
    await file.write({
      columnData: columns.map(({ name, value }) => ({
        name,
        data: Array.from({ length: rows }, (_, i) => value(from + i)),
      })),
      rowGroupSize: GROUP_ROWS,
    });
    onWritten(rows, writer.offset - before);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await file.finish();
}

/** Lists use the three-level structure that Hive and Spark read. */
function schemaElements({ name, type, isList }: SparkColumn): SchemaElement[] {
  if (!isList) return [{ name, ...scalar(type), repetition_type: "OPTIONAL" }];
  return [
    { name, converted_type: "LIST", repetition_type: "OPTIONAL", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", ...scalar(type), repetition_type: "OPTIONAL" },
  ];
}

function scalar(type: SparkColumn["type"]): Pick<SchemaElement, "type" | "converted_type"> {
  switch (type) {
    case "long":
      return { type: "INT64" };
    case "double":
      return { type: "DOUBLE" };
    case "boolean":
      return { type: "BOOLEAN" };
    case "string":
      return { type: "BYTE_ARRAY", converted_type: "UTF8" };
  }
}
