import { expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { RecordColumns } from "../../../src/engine/records/record-columns.ts";
import { MsgpackReader } from "../../../src/engine/msgpack/msgpack-reader.ts";

/** Records as uploaded, in chunks of some bytes. */
function read(records: readonly unknown[], pieceBytes = 1000): RecordColumns {
  const block = new RecordColumns();
  const reader = new MsgpackReader();
  const bytes = Buffer.concat(records.map((record) => encode(record, { useBigInt64: true })));
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

/** Values of a column as text, as stored in Parquet. */
function texts(block: RecordColumns, name: string): string[] {
  const column = block.columns.find((one) => one.name === name);
  if (!column) throw new Error(`no column ${name}`);
  const bytes = Buffer.from(column.values.bytes);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    found.push(bytes.toString("utf8", at + 4, at + 4 + bytes.readUInt32LE(at)));
  return found;
}

test("columns get the narrowest type of all values; one without values is dropped", () => {
  const block = read([
    { time: 1, a: 1, b: null },
    { time: 2, c: "x" },
    { time: 3, a: 2.5, b: null },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["a", "double"], ["c", "string"]]); // prettier-ignore
  expect([...(block.columns[2]?.present ?? [])].map(Boolean)).toEqual([false, true, false]);
});

test("names that differ in case only are one column, an empty name is dropped", () => {
  const block = read([
    { time: 1, "": 0, Host: "a" },
    { host: "b", "": 1, time: 2 },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["Host", "string"]]); // prettier-ignore
  expect(texts(block, "Host")).toEqual(["a", "b"]);
});

test("records may have many columns, and texts many bytes", () => {
  const names = Array.from({ length: 20 }, (_, n) => `c${n}`);
  const record = Object.fromEntries(names.map((name) => [name, "é".repeat(300)]));
  const block = read([{ time: 1, ...record }], 100);
  expect(block.columns.map(({ name }) => name)).toEqual(["time", ...names]);
  expect(texts(block, "c19")).toEqual(["é".repeat(300)]);
});

test("whole numbers written as floating point make a double column", () => {
  const float = (value: number): Uint8Array => Uint8Array.from([0xcb, ...Buffer.from(new Float64Array([value]).buffer).reverse()]); // prettier-ignore
  const reader = new MsgpackReader();
  reader.push(Buffer.concat([Buffer.from([0x81, 0xa1, 0x61]), float(1)]));
  const block = new RecordColumns();
  expect(reader.nextRecord(block)).toBe(true);
  block.add(1);
  expect(types(block)).toEqual([["time", "long"], ["a", "double"]]); // prettier-ignore
});

test("integers that a double holds join a column of doubles, others become text", () => {
  const block = read([
    { time: 1, a: 2n ** 60n, b: 2n ** 60n + 1n },
    { time: 2, a: 0.5, b: 0.5 },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["a", "double"], ["b", "string"]]); // prettier-ignore
  expect([...new Float64Array(block.columns[1]!.values.bytes.slice().buffer)]).toEqual([2 ** 60, 0.5]);
  expect(texts(block, "b")).toEqual(["1152921504606846977", "0.5"]);
});

test("a column of numbers and text becomes text", () => {
  const block = read([
    { time: 1, a: 1, b: [1], c: [1], d: "x" },
    { time: 2, a: 2.5, b: "é", c: ["x"], d: [1] },
    { time: 3, a: null, b: null },
    { time: 4, a: "x", b: true },
  ]);
  expect(texts(block, "a")).toEqual(["1", "2.5", "x"]);
  expect(texts(block, "b")).toEqual(["[1]", "é", "true"]);
  expect(texts(block, "c")).toEqual(['["1"]', '["x"]']);
  expect(texts(block, "d")).toEqual(["x", "[1]"]);
});

test("floating point numbers among texts are written as the engine converts them", () => {
  const values = [2.5, 1e15 + 0.5, 1.5e16, 1e300, 0.0001, -1e-5, 2 ** -14, NaN, -Infinity];
  const block = read([...values, "x"].map((a, time) => ({ time, a })));
  expect(texts(block, "a")).toEqual([
    "2.5",
    "1000000000000000.5",
    "1.5e+16",
    "1e+300",
    "0.0001",
    "-1e-05",
    "6.103515625e-05",
    "NaN",
    "-Infinity",
    "x",
  ]);
  const reader = new MsgpackReader();
  reader.push(Buffer.from("81a161cb800000000000000081a161cb3ff000000000000081a161a178", "hex"));
  const floats = new RecordColumns();
  while (reader.nextRecord(floats)) floats.add(1);
  expect(texts(floats, "a")).toEqual(["-0.0", "1.0", "x"]);
});

test("bytes are text if they are UTF-8, and refused otherwise", () => {
  const record = (bytes: number[]): unknown => ({ time: 1, a: Uint8Array.from(bytes) });
  expect(texts(read([record([0xc3, 0xa9])]), "a")).toEqual(["é"]);
  for (const bytes of [[0xc3], [0x80]])
    expect(() => read([record(bytes)])).toThrow('A text of the column "a" is not valid UTF-8');
  expect(() => read([{ time: 1, a: [Uint8Array.of(0xc3)] }]).columns).toThrow("A text is not valid UTF-8");
});

test.each([1, 3, 7])("records in chunks of %i bytes are read once", (pieceBytes) => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ time: i, text: `text ${i}`, n: i * 1000 }));
  const block = read(rows, pieceBytes);
  expect(block.rowCount).toBe(50);
  expect(texts(block, "text")).toEqual(rows.map(({ text }) => text));
});

test("a refused record leaves no values or columns", () => {
  const block = read([
    { time: 1, a: 1 },
    { a: "refused", b: 5, c: "too" },
    { time: 3, c: "in" },
  ]);
  expect(types(block)).toEqual([["time", "long"], ["a", "long"], ["c", "string"]]); // prettier-ignore
  expect(texts(block, "c")).toEqual(["in"]);
});

test.each<[string, Record<string, unknown>[], string]>([
  ["two spellings", [{ time: 1, a: "long text", A: "b" }], 'two values for the column "a"'],
  ["two spellings of time", [{ time: 1, Time: 2 }], 'named "time", in lower case'],
])("what would lose a value is refused: %s", (_, records, said) => {
  expect(() => read(records)).toThrow(said);
});

test("records may spell a name in several ways, and repeat it without a value", () => {
  expect(
    texts(
      read([
        { time: 1, a: "b" },
        { time: 2, A: "c" },
        { time: 3, a: null, A: "d" },
      ]),
      "a",
    ),
  ).toEqual(["b", "c", "d"]);
});

test.each([
  ["value", [0x81, 0xa1, 0x61, 0xa2, 0x78, 0xff], 'A text of the column "a" is not valid UTF-8'],
  ["name", [0x81, 0xa1, 0xff, 0x01], "A text is not valid UTF-8"],
  ["value in a list", [0x81, 0xa1, 0x61, 0x91, 0xa1, 0xff], "A text is not valid UTF-8"],
])("invalid UTF-8 is refused: a %s", (_, bytes, said) => {
  const reader = new MsgpackReader();
  reader.push(Buffer.from(bytes));
  expect(() => reader.nextRecord(new RecordColumns())).toThrow(said);
});

test("the time of arrival does not replace another spelling of time", () => {
  const reader = new MsgpackReader();
  reader.push(encode({ Time: 2 }));
  const block = new RecordColumns();
  reader.nextRecord(block);
  expect(() => block.add(1)).toThrow('named "time", in lower case');
});
