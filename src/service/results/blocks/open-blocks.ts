import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import {
  aligned,
  CHUNK,
  CHUNK_HEAD_BYTES,
  FORM,
  HEAD,
  HEAD_BYTES,
  KIND,
  MAGIC,
  PACKING,
} from "../../../core/wire/result-blocks.ts";
import { DamagedResultError } from "../damaged-result.ts";
import type { PackedBatch } from "../encode-rows.ts";

const inflateRawAsync = promisify(inflateRaw);

type Column = PackedBatch["columns"][number];

/** Reads a file of column blocks, one block at a time. @throws DamagedResultError when it is truncated or corrupt. */
export async function* openBlocks(path: string): AsyncGenerator<PackedBatch> {
  const file = await open(path, "r");
  try {
    let at = 0;
    const read = async (length: number): Promise<Buffer<ArrayBuffer>> => {
      const bytes = Buffer.allocUnsafeSlow(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      if (bytesRead !== length)
        throw new DamagedResultError(`The result file ${path} is cut off after ${at + bytesRead} bytes.`);
      at += length;
      return bytes;
    };
    const damaged = (): Error =>
      new DamagedResultError(`The result file ${path} is damaged before byte ${at}.`);
    if ((await read(MAGIC.length)).toString("latin1") !== MAGIC) throw damaged();
    for (;;) {
      const head = await read(HEAD_BYTES);
      if (crc32(head.subarray(0, HEAD.headChecksum)) !== head.readUInt32LE(HEAD.headChecksum))
        throw damaged();
      const packing = head.readUInt32LE(HEAD.packing);
      if (packing === PACKING.end) return;
      const packed = await read(head.readUInt32LE(HEAD.packedBytes));
      if (crc32(packed) !== head.readUInt32LE(HEAD.checksum)) throw damaged();
      const chunkSize = head.readUInt32LE(HEAD.unpackedBytes) + 64;
      const bytes = packing === PACKING.none ? packed : await inflateRawAsync(packed, { chunkSize });
      yield readColumns(bytes, head.readDoubleLE(HEAD.rows));
    }
  } finally {
    await file.close();
  }
}

function readColumns(bytes: Buffer<ArrayBuffer>, rowCount: number): PackedBatch {
  const columns: Column[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32LE(at + CHUNK.length))
    columns.push(readColumn(bytes, at, rowCount));
  return { rowCount, columns };
}

function readColumn(block: Buffer<ArrayBuffer>, head: number, rows: number): Column {
  const kind = block[head + CHUNK.kind];
  const form = block[head + CHUNK.form];
  const width = block[head + CHUNK.lengthBytes];
  const byteCount = block.readUInt32LE(head + CHUNK.bytes);
  const entryCount = block.readUInt32LE(head + CHUNK.entries);
  let at = head + CHUNK_HEAD_BYTES;
  const part = <T>(
    Type: { new (buffer: ArrayBuffer, offset: number, count: number): T; readonly BYTES_PER_ELEMENT: number },
    count: number,
  ): T => {
    const values = new Type(block.buffer, block.byteOffset + at, count);
    at += aligned(count * Type.BYTES_PER_ELEMENT);
    return values;
  };
  const valid = block[head + CHUNK.nulls] === 1 ? part(Uint8Array, rows).map((isNull) => 1 - isNull) : null;
  switch (form) {
    case FORM.codes: {
      const codes = part(Uint8Array, rows);
      const known = codes.includes(2) ? codes.map((code) => (code === 2 ? 0 : 1)) : null;
      return { kind: "boolean", values: codes, valid: known };
    }
    case FORM.bytes: {
      const ends = endsOf(lengths(width, part, rows));
      const bytes = part(Uint8Array, byteCount);
      return { kind: kind === KIND.text ? "utf8" : "packed", bytes, ends, valid };
    }
    case FORM.dictionary8:
    case FORM.dictionary16: {
      const entries = { ends: endsOf(lengths(width, part, entryCount)), bytes: part(Uint8Array, byteCount) };
      return spelledOut(
        entries,
        form === FORM.dictionary8 ? part(Uint8Array, rows) : part(Uint16Array, rows),
      );
    }
    case FORM.int64:
      return { kind: "int64", values: part(BigInt64Array, rows), valid };
    default:
      return kind === KIND.float
        ? { kind: "float64", values: Float64Array.from(numbers(form, part, rows)), valid }
        : integers(numbers(form, part, rows), valid);
  }
}

type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;
type TakePart = <T>(
  Type: { new (buffer: ArrayBuffer, offset: number, count: number): T; readonly BYTES_PER_ELEMENT: number },
  count: number,
) => T;

function numbers(form: number | undefined, part: TakePart, rows: number): Numbers {
  if (form === FORM.int8) return part(Int8Array, rows);
  if (form === FORM.int16) return part(Int16Array, rows);
  return form === FORM.int32 ? part(Int32Array, rows) : part(Float64Array, rows);
}

type Lengths = Uint8Array | Uint16Array | Uint32Array;

function lengths(width: number | undefined, part: TakePart, rows: number): Lengths {
  if (width === 1) return part(Uint8Array, rows);
  return width === 2 ? part(Uint16Array, rows) : part(Uint32Array, rows);
}

function endsOf(lengths: Lengths): Uint32Array {
  let end = 0;
  return Uint32Array.from(lengths, (length) => (end += length));
}

function integers(values: Numbers, valid: Uint8Array | null): Column {
  if (!(values instanceof Float64Array)) return { kind: "int32", values: Int32Array.from(values), valid };
  return { kind: "int64", values: BigInt64Array.from(values as Iterable<number>, BigInt), valid };
}

function spelledOut(
  { ends, bytes }: { readonly ends: Uint32Array; readonly bytes: Uint8Array },
  codes: Uint8Array | Uint16Array,
): Column {
  const startOf = (code: number): number => (code === 1 ? 0 : (ends[code - 2] as number));
  const outEnds = new Uint32Array(codes.length);
  let valid: Uint8Array | null = null;
  let length = 0;
  codes.forEach((code, row) => {
    if (code === 0) (valid ??= new Uint8Array(codes.length).fill(1))[row] = 0;
    else length += (ends[code - 1] as number) - startOf(code);
    outEnds[row] = length;
  });
  const out = new Uint8Array(length);
  let at = 0;
  for (const code of codes) {
    if (code === 0) continue;
    for (let from = startOf(code); from < (ends[code - 1] as number);) out[at++] = bytes[from++] as number;
  }
  return { kind: "utf8", bytes: out, ends: outEnds, valid };
}
