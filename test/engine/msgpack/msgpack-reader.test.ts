import { describe, expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { MsgpackWriter } from "../../../src/core/wire/msgpack-writer.ts";
import { INCOMPLETE, MsgpackReader } from "../../../src/engine/msgpack/msgpack-reader.ts";

function readAll(bytes: Uint8Array, pieceLength = bytes.length || 1): unknown[] {
  const reader = new MsgpackReader();
  const values: unknown[] = [];
  for (let start = 0; start < bytes.length; start += pieceLength) {
    reader.push(bytes.subarray(start, start + pieceLength));
    for (let value = reader.next(); value !== INCOMPLETE; value = reader.next()) values.push(value);
  }
  if (!reader.empty) throw new Error("bytes are left");
  return values;
}

const hex = (text: string): Uint8Array => Buffer.from(text, "hex");

describe("every format", () => {
  test.each([
    ["00", 0],
    ["7f", 127],
    ["ff", -1],
    ["e0", -32],
    ["ccff", 255],
    ["cdffff", 65535],
    ["ceffffffff", 4294967295],
    ["cf001fffffffffffff", 9007199254740991],
    ["cf0020000000000000", 9007199254740992n],
    ["cfffffffffffffffff", 18446744073709551615n],
    ["d080", -128],
    ["d18000", -32768],
    ["d280000000", -2147483648],
    ["d3ffe0000000000001", -9007199254740991],
    ["d38000000000000000", -9223372036854775808n],
    ["ca3fc00000", 1.5],
    ["cb3ff8000000000000", 1.5],
    ["cb7ff8000000000000", NaN],
    ["c0", null],
    ["c2", false],
    ["c3", true],
    ["a0", ""],
    ["a2c3a9", "é"],
    ["d90161", "a"],
    ["da000161", "a"],
    ["db0000000161", "a"],
    ["c40201ff", Uint8Array.of(1, 255)],
    ["c5000101", Uint8Array.of(1)],
    ["c60000000101", Uint8Array.of(1)],
    ["920102", [1, 2]],
    ["dc000101", [1]],
    ["dd0000000101", [1]],
    ["81a16101", new Map([["a", 1]])],
    ["de0001a16101", new Map([["a", 1]])],
    ["df00000001c4016101", new Map([["a", 1]])],
    ["81a95f5f70726f746f5f5f01", new Map([["__proto__", 1]])],
  ])("%s", (text, value) => {
    expect(readAll(hex(text))).toEqual([value]);
  });
});

describe("faults", () => {
  test.each([
    ["c1", "The byte 0xc1 does not start a MessagePack value."],
    ["d40001", "MessagePack extension types are not supported."],
    ["91".repeat(101) + "00", "MessagePack values nested deeper than 100 are not supported."],
  ])("%s", (text, message) => {
    expect(() => readAll(hex(text))).toThrow(message);
  });

  test("a length without content waits for more input, without allocating", () => {
    const reader = new MsgpackReader();
    for (const text of ["ddffffffff", "dfffffffff", "dbffffffff", "c6ffffffff"]) {
      reader.push(hex(text));
      expect(reader.next()).toBe(INCOMPLETE);
    }
  });
});

describe("random records", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const value = (depth: number): unknown => {
    const kinds = [
      () => null,
      () => random(2) === 0,
      () => (random(2) === 0 ? -1 : 1) * random(2 ** random(31)),
      () => BigInt(random(2 ** 30)) * 2n ** 33n + 2n ** 60n,
      () => random(10_000) / 7,
      () => String.fromCodePoint(...Array.from({ length: random(60) }, () => 32 + random(0x3000))),
      () => Uint8Array.from({ length: random(300) }, () => random(256)),
      () => Array.from({ length: random(18) }, () => value(depth + 1)),
      () =>
        new Map(Array.from({ length: random(18) }, (_, i) => [`key ${i} ${random(3)}`, value(depth + 1)])),
    ];
    return (kinds[random(depth > 2 ? 7 : 9)] as () => unknown)();
  };
  const records = Array.from({ length: 40 }, () => value(0));

  test.each([1, 2, 3, 7, 64, 1000, 1 << 20])("in chunks of %i bytes", (pieceLength) => {
    const out = new MsgpackWriter();
    for (const record of records) out.value(record);
    expect(readAll(out.take(), pieceLength)).toEqual(records);
  });

  test("any bytes give values or a named fault, never a crash", () => {
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: 1 + random(40) }, () => random(256));
      const reader = new MsgpackReader();
      reader.push(bytes);
      try {
        for (let i = 0; i < 50 && reader.next() !== INCOMPLETE; i++);
      } catch (error) {
        expect((error as Error).name).toBe("MsgpackFault");
      }
    }
  });

  test("records of another encoder are read the same", () => {
    const record = { time: 1700000000, s: "x".repeat(300), l: [1, [2.5, null]], m: { a: -70000 } };
    const [first, second] = readAll(Buffer.concat([encode(record), encode(record)]));
    expect(first).toEqual(new Map(Object.entries({ ...record, m: new Map([["a", -70000]]) })));
    expect(second).toEqual(first);
  });
});
