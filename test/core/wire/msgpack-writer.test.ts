import { describe, expect, test } from "@jest/globals";
import { decode, decodeMulti, encode } from "@msgpack/msgpack";
import { MsgpackWriter } from "../../../src/core/wire/msgpack-writer.ts";

function bytesOf(write: (out: MsgpackWriter) => void): string {
  const out = new MsgpackWriter(16);
  write(out);
  return out.take().toString("hex");
}

describe("integers use the shortest encoding", () => {
  test.each([
    [0, "00"],
    [127, "7f"],
    [128, "cc80"],
    [255, "ccff"],
    [256, "cd0100"],
    [65535, "cdffff"],
    [65536, "ce00010000"],
    [2147483647, "ce7fffffff"],
    [4294967295, "ceffffffff"],
    [4294967296, "cf0000000100000000"],
    [9007199254740991, "cf001fffffffffffff"],
    [9223372036854775807n, "cf7fffffffffffffff"],
    [18446744073709551615n, "cfffffffffffffffff"],
    [-1, "ff"],
    [-32, "e0"],
    [-33, "d0df"],
    [-128, "d080"],
    [-129, "d1ff7f"],
    [-32768, "d18000"],
    [-32769, "d2ffff7fff"],
    [-2147483648, "d280000000"],
    [-2147483649, "d3ffffffff7fffffff"],
    [-9007199254740991, "d3ffe0000000000001"],
    [-9223372036854775808n, "d38000000000000000"],
  ])("%s", (value, hex) => {
    expect(bytesOf((out) => out.value(value))).toBe(hex);
    if (typeof value === "bigint" && value >= 2n ** 63n) return;
    const big = BigInt(value);
    const low = Number(BigInt.asIntN(32, big));
    expect(bytesOf((out) => out.int64(low, Number(big >> 32n)))).toBe(hex);
    if (Math.abs(Number(value)) <= 2147483647) expect(bytesOf((out) => out.int32(Number(value)))).toBe(hex);
  });
});

describe("other values", () => {
  test.each([
    [null, "c0"],
    [undefined, "c0"],
    [true, "c3"],
    [1.5, "cb3ff8000000000000"],
    [-0, "cb8000000000000000"],
    [1e300, "cb7e37e43c8800759c"],
    ["", "a0"],
    ["é", "a2c3a9"],
    [Uint8Array.of(1, 2), "c4020102"],
    [[1, [2]], "920191" + "02"],
    [{ a: null }, "81a161c0"],
    [new Map([["__proto__", 1]]), "81a95f5f70726f746f5f5f01"],
    [2n ** 64n, "b43138343436373434303733373039353531363136"],
  ])("%p", (value, hex) => {
    expect(bytesOf((out) => out.value(value))).toBe(hex);
  });

  test("a whole-valued double is encoded as a double", () => {
    expect(bytesOf((out) => out.float64(2))).toBe("cb4000000000000000");
  });

  test.each([0, 1, 23, 24, 25, 31, 32, 255, 256, 65535, 65536])("text of %i characters", (length) => {
    for (const char of ["a", "é", "語", "🙂"]) {
      const text = char.repeat(length);
      expect(bytesOf((out) => out.value(text))).toBe(Buffer.from(encode(text)).toString("hex"));
    }
  });

  test.each([0, 15, 16, 65535, 65536])("arrays and maps of %i", (length) => {
    const array = Array.from({ length }, (_, i) => i % 100);
    expect(bytesOf((out) => out.value(array))).toBe(Buffer.from(encode(array)).toString("hex"));
    const map = Object.fromEntries(array.map((value, i) => [`k${i}`, value]));
    expect(bytesOf((out) => out.value(map))).toBe(Buffer.from(encode(map)).toString("hex"));
  });

  test("unsupported values are refused", () => {
    expect(() => bytesOf((out) => out.value(Symbol("x")))).toThrow(
      "MessagePack can't hold a value of type symbol.",
    );
  });
});

test("random values survive a round trip, also after the buffer was taken", () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const value = (depth: number): unknown => {
    switch (random(depth > 2 ? 6 : 8)) {
      case 0:
        return null;
      case 1:
        return random(2) === 0;
      case 2:
        return (random(2) === 0 ? -1 : 1) * random(2 ** random(31));
      case 3:
        return random(1000) / 7;
      case 4:
        return String.fromCodePoint(...Array.from({ length: random(40) }, () => 32 + random(0x2ff)));
      case 5:
        return Buffer.from(Array.from({ length: random(300) }, () => random(256)));
      case 6:
        return Array.from({ length: random(20) }, () => value(depth + 1));
      default:
        return Object.fromEntries(Array.from({ length: random(20) }, (_, i) => [`k${i}`, value(depth + 1)]));
    }
  };
  const out = new MsgpackWriter(8);
  for (let round = 0; round < 8; round++) {
    const values = Array.from({ length: 50 }, () => value(0));
    for (const item of values) out.value(item);
    expect([...decodeMulti(out.take())]).toEqual(values);
  }
  out.value("again");
  expect(decode(out.take())).toBe("again");
});
