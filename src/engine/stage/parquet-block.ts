import { ParquetGroups } from "../../core/wire/parquet-groups.ts";
import type { ImportBlock } from "../records/import-block.ts";

/** Builds a Parquet file of one row group from encoded columns. */
export function parquetBlock({ columns, rowCount }: ImportBlock): Uint8Array[] {
  const file = new ParquetGroups(columns.map(({ name, values: { type } }) => ({ name, type })));
  const plain = columns.map(({ values: { bytes, count }, present }) => ({ bytes, count, present }));
  return [...file.group(plain, rowCount), ...file.end()];
}
