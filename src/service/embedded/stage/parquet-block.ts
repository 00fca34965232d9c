import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js";
import type { ImportBlock } from "../../imports/import-block.ts";

const MAGIC = Buffer.from("PAR1");

/**
 * Builds a Parquet file of one row group from encoded columns, without a pass over values, of which hyparquet-writer needs a dozen; only
 * its metadata writer is used. Uncompressed and without statistics, as it is read once.
 */
export function parquetBlock({ columns, rowCount }: ImportBlock): Uint8Array[] {
  const pieces: Uint8Array[] = [MAGIC];
  let offset = MAGIC.length;
  const chunks = columns.map(({ name, values, present }) => {
    const start = offset;
    const levels = definitionLevels(present, values.count);
    const size = levels.length + values.bytes.length;
    for (const piece of [pageHeader(size, rowCount), levels, values.bytes]) {
      pieces.push(piece);
      offset += piece.length;
    }
    return {
      file_offset: BigInt(start),
      meta_data: {
        type: values.type,
        encodings: ["PLAIN" as const, "RLE" as const],
        path_in_schema: [name],
        codec: "UNCOMPRESSED" as const,
        num_values: BigInt(rowCount),
        total_uncompressed_size: BigInt(offset - start),
        total_compressed_size: BigInt(offset - start),
        data_page_offset: BigInt(start),
      },
    };
  });
  const footer = new ByteWriter();
  writeMetadata(footer, {
    version: 1,
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, values: { type } }) => ({
        name,
        type,
        repetition_type: "OPTIONAL" as const,
        ...(type === "BYTE_ARRAY" ? { converted_type: "UTF8" as const } : {}),
      })),
    ],
    num_rows: BigInt(rowCount),
    row_groups: [
      { columns: chunks, total_byte_size: BigInt(offset - MAGIC.length), num_rows: BigInt(rowCount) },
    ],
    metadata_length: 0,
  });
  return [...pieces, footer.getBytes(), MAGIC];
}

/** Header of a version 1 data page: PLAIN values after RLE levels. */
function pageHeader(size: number, rowCount: number): Uint8Array {
  const writer = new ByteWriter();
  serializeTCompactProtocol(writer, {
    field_1: 0,
    field_2: size,
    field_3: size,
    field_5: { field_1: rowCount, field_2: 0, field_3: 3, field_4: 3 },
  });
  return writer.getBytes();
}

/** One bit per row, or a single run if no row is null. */
function definitionLevels(present: Uint8Array, count: number): Uint8Array {
  const rows = present.length;
  const runs = new ByteWriter();
  if (count === rows) {
    runs.appendVarInt(rows << 1);
    runs.appendUint8(1);
  } else {
    const bits = new Uint8Array(Math.ceil(rows / 8));
    for (let row = 0; row < rows; row++) if (present[row] !== 0) (bits[row >> 3] as number) |= 1 << (row & 7);
    runs.appendVarInt((bits.length << 1) | 1);
    runs.appendBytes(bits);
  }
  const levels = new ByteWriter();
  levels.appendUint32(runs.offset);
  levels.appendBytes(runs.getBytes());
  return levels.getBytes();
}
