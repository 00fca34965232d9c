import { isUtf8 } from "node:buffer";
import type { ColumnData, DataOf } from "../../core/blocks/column-data.ts";
import { ColumnReader } from "../../core/blocks/decode-columns.ts";
import { firstNotUtf8 } from "../../core/blocks/first-not-utf8.ts";
import { plainValues } from "../../core/blocks/plain-values.ts";
import { readBlocks } from "../../core/blocks/read-blocks.ts";
import { rowReader } from "../../core/blocks/row-reader.ts";
import { MsgpackFault, notUtf8 } from "../msgpack/msgpack-reader.ts";
import type { BlockColumn, ImportBlock, ImportType } from "./import-type.ts";

/** Maximum bytes of a block, and of its texts, which are held in memory. */
const MAX_BYTES = 64 * 2 ** 20;

/** Bytes of a number as it is imported; a block may have it in one. */
const WIDTH = 8;

/** A column as the file's first block names it. */
interface NamedColumn {
  readonly name: string;
  readonly type: string;
}

/** Reads and checks a file of column blocks, as written by svclib's `column-encoder.ts`. @throws MsgpackFault */
export async function* columnBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ImportBlock> {
  let columns: readonly NamedColumn[] | null = null;
  try {
    for await (const { rows, bytes } of readBlocks(chunks, MAX_BYTES)) {
      const data = new ColumnReader(bytes, rows).rest();
      if (columns === null) columns = namedColumns(data, rows);
      else yield importBlock(columns, data, rows);
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "DecodeError") throw error;
    throw new MsgpackFault(`Its blocks of columns can't be read: ${error.message}.`, { cause: error });
  }
}

function namedColumns(data: readonly ColumnData[], count: number): NamedColumn[] {
  const [names, types, ...more] = data.map((column) => rowReader(column));
  if (names === undefined || types === undefined || more.length > 0)
    throw new MsgpackFault("The first block of columns must have their names and types.");
  const keys = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const [name, type] = [names(i), types(i)];
    if (typeof name !== "string" || typeof type !== "string")
      throw new MsgpackFault("The first block of columns must have their names and types.");
    if (keys.has(name.toLowerCase()))
      throw new MsgpackFault(`A block has two columns ${JSON.stringify(name)}.`);
    keys.add(name.toLowerCase());
    return { name, type };
  });
}

function importBlock(
  named: readonly NamedColumn[],
  data: readonly ColumnData[],
  rowCount: number,
): ImportBlock {
  if (data.length !== named.length)
    throw new MsgpackFault(`A block has ${data.length} columns instead of ${named.length}.`);
  let room = MAX_BYTES;
  const columns = named.flatMap(({ name, type }, c): BlockColumn[] => {
    const column = data[c] as ColumnData;
    checkKind(name, type, column);
    const { present, ...values } = plainValues([column], checkRoom(room - WIDTH * rowCount));
    room = checkRoom(room - values.bytes.length - rowCount);
    return values.count === 0 || name === "" ? [] : [{ name, type: typeOf(values), values, present }];
  });
  const time = columns.find(({ name }) => name === "time");
  if (rowCount === 0 || time?.values.type !== "INT64" || time.values.count !== rowCount)
    throw new MsgpackFault("A block of columns must have an integer time in every row.");
  return { rowCount, columns };
}

/** @throws MsgpackFault for a block whose columns become too large */
function checkRoom(room: number): number {
  if (room < 0) throw new MsgpackFault(`A block of columns is larger than ${MAX_BYTES} bytes.`);
  return room;
}

/** @throws MsgpackFault when the data is not of the type, or a text is no UTF-8. */
function checkKind(name: string, type: string, data: ColumnData): void {
  const { kind } = data;
  if (type === "long" ? kind === "integer" || kind === "int64" : type === "double" && kind === "float")
    return;
  const texts = kind === "coded" ? data.entries : kind === "utf8" ? data : null;
  if (type !== "string" || texts === null)
    throw new MsgpackFault(`The column ${JSON.stringify(name)} of a block holds no values of its type.`);
  const { nulls = null } = data as Partial<DataOf<"utf8">>;
  for (let i = 0; nulls !== null && i < nulls.length; i++)
    if (nulls[i] === 1 && texts.offsets[i] !== texts.offsets[i + 1])
      throw new MsgpackFault(`The column ${JSON.stringify(name)} of a block has a null with text.`);
  if (!isUtf8(texts.bytes) || firstNotUtf8(texts, texts.offsets.length - 1) >= 0) throw notUtf8(name);
}

/** `exact` if an integer has no exact double. */
function typeOf({ type, bytes }: BlockColumn["values"]): ImportType {
  if (type !== "INT64") return type === "DOUBLE" ? "double" : "string";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    const high = view.getInt32(at + 4, true);
    if (high >= -0x20_0000 && high < 0x20_0000) continue;
    const value = view.getBigInt64(at, true);
    if (BigInt(Number(value)) !== value) return "exact";
  }
  return "long";
}
