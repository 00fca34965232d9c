import { expect, test } from "@jest/globals";
import { spelledOut } from "../../../src/core/blocks/spelled-out.ts";

/** `ab`, an empty text and `céder`. */
const entries = { bytes: new TextEncoder().encode("abcéder"), offsets: Uint32Array.of(0, 2, 2, 8) };

test("each code becomes its entry's bytes, and 0 null", () => {
  const { bytes, offsets, nulls } = spelledOut({ entries, codes: Uint8Array.of(3, 0, 1, 2, 3) });
  expect(new TextDecoder().decode(bytes)).toBe("céderabcéder");
  expect([...offsets]).toEqual([0, 6, 6, 8, 8, 14]);
  expect([...(nulls ?? [])]).toEqual([0, 1, 0, 0, 0]);
});

test("without null there is no mask, and without rows no text", () => {
  expect(spelledOut({ entries, codes: Uint16Array.of(1, 2) }).nulls).toBeNull();
  expect(spelledOut({ entries, codes: Uint8Array.of() })).toEqual({
    kind: "utf8",
    offsets: Uint32Array.of(0),
    bytes: new Uint8Array(0),
    nulls: null,
  });
});

test("a damaged file can't fill the memory", () => {
  const codes = Uint8Array.of(1, 1, 3);
  expect(spelledOut({ entries, codes }, 10).bytes).toHaveLength(10);
  expect(() => spelledOut({ entries, codes }, 9)).toThrow(
    "the texts of a block of the result have 10 bytes: that is more than a block can hold",
  );
});
