import { expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { RecordColumns } from "../../../src/service/imports/record-columns.ts";
import { MsgpackReader } from "../../../src/service/msgpack/msgpack-reader.ts";

/** Records as they are uploaded, in pieces of some bytes. */
function read(records: readonly unknown[], pieceBytes = 1000): RecordColumns {
  const block = new RecordColumns();
  const reader = new MsgpackReader();
  const bytes = Buffer.concat(records.map((record) => encode(record)));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.push(bytes.subarray(at, at + pieceBytes));
    while (reader.nextRecord(block)) {
      if (reader.time === undefined) block.drop();
      else block.add(reader.time as number);
    }
  }
  return block;
}

const types = (block: RecordColumns): unknown => block.columns.map(({ name, type }) => [name, type]);

/** The texts of a column as Parquet has them. */
function texts(block: RecordColumns, name: string): string[] {
  const column = block.columns.find((one) => one.name === name);
  if (!column) throw new Error(`no column ${name}`);
  const bytes = Buffer.from(column.values.bytes);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    found.push(bytes.toString("utf8", at + 4, at + 4 + bytes.readUInt32LE(at)));
  return found;
}

test("columns take the narrowest type of all their values; one without values is none", () => {
  const block = read([
    { time: 1, a: 1, b: null },
    { time: 2, c: "x" },
    { time: 3, a: 2.5, b: null },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["a", "double"], ["c", "string"]]); // prettier-ignore
  expect([...(block.columns[2]?.present ?? [])].map(Boolean)).toEqual([false, true, false]);
});

test("names that differ in case only are one column, an empty name is none", () => {
  const block = read([
    { time: 1, "": 0, Host: "a" },
    { host: "b", "": 1, time: 2 },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["Host", "string"]]); // prettier-ignore
  expect(texts(block, "Host")).toEqual(["a", "b"]);
});

test("whole numbers that were written as floating point make a column of doubles", () => {
  const float = (value: number): Uint8Array => Uint8Array.from([0xcb, ...Buffer.from(new Float64Array([value]).buffer).reverse()]); // prettier-ignore
  const reader = new MsgpackReader();
  reader.push(Buffer.concat([Buffer.from([0x81, 0xa1, 0x61]), float(1)]));
  const block = new RecordColumns();
  expect(reader.nextRecord(block)).toBe(true);
  block.add(1);
  expect(types(block)).toEqual([["time", "long"], ["a", "double"]]); // prettier-ignore
});

test("numbers beside text become text, of whatever kind they are", () => {
  const block = read([
    { time: 1, a: 1, b: [1] },
    { time: 2, a: 2.5, b: "é" },
    { time: 3, a: "x", b: true },
  ]);
  expect(texts(block, "a")).toEqual(["1", "2.5", "x"]);
  expect(texts(block, "b")).toEqual(["[1]", "é", "true"]);
});

test.each([1, 3, 7])("records that come in pieces of %i bytes are taken in once", (pieceBytes) => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ time: i, text: `text ${i}`, n: i * 1000 }));
  const block = read(rows, pieceBytes);
  expect(block.rowCount).toBe(50);
  expect(texts(block, "text")).toEqual(rows.map(({ text }) => text));
});

test("nothing stays of a record that is not taken in", () => {
  const block = read([
    { time: 1, a: 1 },
    { a: "refused", b: 5, c: "too" },
    { time: 3, c: "in" },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["a", "long"], ["c", "string"]]); // prettier-ignore
  expect(texts(block, "c")).toEqual(["in"]);
});

test("of two members of one name the later counts", () => {
  const reader = new MsgpackReader();
  reader.push(
    Buffer.concat([Buffer.from([0x82]), ...["a", "long text", "A", "b"].map((text) => encode(text))]),
  );
  const block = new RecordColumns();
  reader.nextRecord(block);
  block.add(1);
  expect(texts(block, "a")).toEqual(["b"]);
});

test("bytes that are no UTF-8 are replaced", () => {
  const reader = new MsgpackReader();
  reader.push(Buffer.from([0x81, 0xa1, 0x61, 0xa2, 0x78, 0xff]));
  const block = new RecordColumns();
  reader.nextRecord(block);
  block.add(1);
  expect(texts(block, "a")).toEqual(["x\ufffd"]);
});
