import type { ResultColumn } from "../endpoints/jobs.ts";
import { DecodeError } from "../errors.ts";
import { unpack } from "../http/body/unpack.ts";
import type { ColumnData } from "../blocks/column-data.ts";
import { ColumnReader } from "../blocks/decode-columns.ts";
import { readBlocks } from "../blocks/read-blocks.ts";
import { rowReader, type ReadBytes } from "../blocks/row-reader.ts";
import { INCOMPLETE } from "../wire/msgpack-decoder.ts";
import { BooleanBuilder, FloatBuilder, IntegerBuilder } from "./builders/array-builders.ts";
import { columnBuilders, demote, type AnyBuilder, type ColumnBuilders } from "./builders/column-builder.ts";
import { TextBuilder } from "./builders/text-builder.ts";
import { textWarning, utf8Text } from "./builders/utf8-text.ts";
import { maxRowsAtOnce, type DecodedPart, type DecodeOptions } from "./decode-result.ts";
import { ValueReader } from "./rows/value-reader.ts";

/**
 * Decodes a result file of column blocks as its bytes arrive, part by part. The columns equal those decoded from msgpack.gz.
 *
 * @throws DecodeError when the file is truncated, damaged, or does not match the schema.
 */
export async function* decodeBlocks(
  chunks: AsyncIterable<Uint8Array>,
  schema: readonly ResultColumn[],
  { expectedRows, partRows = Infinity, limit = Infinity, onRows }: DecodeOptions,
): AsyncGenerator<DecodedPart> {
  const capacity = Math.min(expectedRows ?? 1024, 2 * partRows, maxRowsAtOnce(schema));
  let columns = columnBuilders(schema, capacity, 0);
  let before = 0;
  let rowCount = 0;
  const part = (rows: number, checked: boolean): DecodedPart => ({
    columns: columns.builders.map((builder) => builder.finish(rows)),
    schema,
    rowCount: rows,
    checked,
  });
  for await (const { rows, bytes } of readBlocks(unpack(chunks, { checked: false }))) {
    try {
      fillColumns(columns, bytes, rows, rowCount);
    } catch (cause) {
      if (cause === INCOMPLETE)
        throw new DecodeError("the result is damaged: a value is cut off; read it again", { cause });
      throw cause;
    }
    rowCount += rows;
    onRows?.(Math.min(limit, before + rowCount));
    if (before + rowCount >= limit) {
      yield part(limit - before, false);
      return;
    }
    if (rowCount < partRows) continue;
    yield part(rowCount, false);
    before += rowCount;
    rowCount = 0;
    columns = columnBuilders(schema, capacity, before);
  }
  yield part(rowCount, before + rowCount > 0);
}

/**
 * Adds a block's rows to the columns, from row `row` on.
 *
 * @throws DecodeError when the block does not match the columns, or is truncated.
 */
export function fillColumns(
  columns: ColumnBuilders,
  bytes: Uint8Array<ArrayBuffer>,
  rows: number,
  row: number,
): void {
  const reader = new ColumnReader(bytes, rows);
  for (let c = 0; c < columns.builders.length; c++) {
    const data = reader.next();
    if (!addWhole(columns.builders[c] as AnyBuilder, data, row)) addEach(columns, c, data, rows, row);
  }
  reader.end();
}

/** Adds a whole column at once if its kind is the builder's. @returns whether it was. */
function addWhole(builder: AnyBuilder, data: ColumnData, row: number): boolean {
  if (builder instanceof IntegerBuilder && data.kind === "int64") {
    builder.addBig(row, data.values, data.nulls);
  } else if (builder instanceof IntegerBuilder && data.kind === "integer") {
    builder.add(row, data.values, data.nulls);
  } else if (builder instanceof FloatBuilder && (data.kind === "float" || data.kind === "integer")) {
    builder.add(row, data.values, data.nulls);
  } else if (builder instanceof BooleanBuilder && data.kind === "boolean") {
    builder.add(row, data.codes);
  } else if (builder instanceof TextBuilder && data.kind === "utf8") {
    builder.add(row, data, data.nulls);
  } else if (builder instanceof TextBuilder && data.kind === "coded") {
    builder.addCoded(row, data);
  } else {
    return false;
  }
  return true;
}

/** Adds values one by one, as msgpack.gz decodes them: those of a kind other than the column's, and MessagePack values. */
function addEach(columns: ColumnBuilders, c: number, data: ColumnData, rows: number, row: number): void {
  const valueAt = rowReader(data, readBytes());
  for (let i = 0; i < rows; i++) {
    const value = exact(valueAt(i));
    const isSet = (columns.builders[c] as AnyBuilder).set(row + i, value);
    if (!isSet) demote(columns, c, row + i).set(row + i, value);
  }
}

/** Integers are numbers if they are exact. */
function exact(value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function readBytes(): ReadBytes {
  const warn = textWarning();
  return {
    text: (bytes) => utf8Text(bytes, () => warn("a value of the result")),
    packed: ({ offsets, bytes }) => {
      const reader = new ValueReader();
      reader.load(bytes);
      return (i) => {
        reader.pos = offsets[i] as number;
        reader.end = offsets[i + 1] as number;
        return reader.read();
      };
    },
  };
}
