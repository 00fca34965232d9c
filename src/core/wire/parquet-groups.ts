import type { RowGroup, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js";
import type { PlainValues } from "../blocks/plain-values.ts";

const MAGIC = Buffer.from("PAR1");

type PlainColumn = Pick<PlainValues, "bytes" | "count" | "present">;

export interface ParquetField {
  readonly name: string;
  readonly type: PlainValues["type"];
}

/**
 * Builds a Parquet file of encoded columns, without a pass over values, of which hyparquet-writer needs a dozen; only its metadata writer
 * is used. Uncompressed and without statistics, as it is read by an engine on the same machine, soon.
 */
export class ParquetGroups {
  readonly #fields: readonly ParquetField[];
  readonly #groups: RowGroup[] = [];
  #offset = 0;

  constructor(fields: readonly ParquetField[]) {
    this.#fields = fields;
  }

  /** The bytes of the next row group, and of the file's beginning before the first. */
  group(columns: readonly PlainColumn[], rowCount: number): Uint8Array[] {
    const pieces: Uint8Array[] = [];
    const put = (piece: Uint8Array): void => {
      pieces.push(piece);
      this.#offset += piece.length;
    };
    if (this.#offset === 0) put(MAGIC);
    const begin = this.#offset;
    const chunks = columns.map(({ bytes, count, present }, i) => {
      const { name, type } = this.#fields[i] as ParquetField;
      const start = this.#offset;
      const levels = definitionLevels(present, count);
      for (const piece of [pageHeader(levels.length + bytes.length, rowCount), levels, bytes]) put(piece);
      return {
        file_offset: BigInt(start),
        meta_data: {
          type,
          encodings: ["PLAIN" as const, "RLE" as const],
          path_in_schema: [name],
          codec: "UNCOMPRESSED" as const,
          num_values: BigInt(rowCount),
          total_uncompressed_size: BigInt(this.#offset - start),
          total_compressed_size: BigInt(this.#offset - start),
          data_page_offset: BigInt(start),
        },
      };
    });
    this.#groups.push({
      columns: chunks,
      total_byte_size: BigInt(this.#offset - begin),
      num_rows: BigInt(rowCount),
    });
    return pieces;
  }

  /** The bytes of the file's end. */
  end(): Uint8Array[] {
    const schema: SchemaElement[] = this.#fields.map(({ name, type }) => ({
      name,
      type,
      repetition_type: "OPTIONAL",
      ...(type === "BYTE_ARRAY" ? { converted_type: "UTF8" } : {}),
    }));
    const footer = new ByteWriter();
    writeMetadata(footer, {
      version: 1,
      schema: [{ name: "root", num_children: schema.length }, ...schema],
      num_rows: this.#groups.reduce((sum, { num_rows }) => sum + num_rows, 0n),
      row_groups: this.#groups,
      metadata_length: 0,
    });
    return [...(this.#offset === 0 ? [MAGIC] : []), footer.getBytes(), MAGIC];
  }
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
