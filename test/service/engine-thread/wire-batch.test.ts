import { expect, test } from "@jest/globals";
import { batchMemory, packBatch, unpackBatch } from "../../../src/service/engine-thread/wire-batch.ts";
import type { Batch } from "../../../src/service/engine.ts";

const BATCH: Batch = {
  rowCount: 3,
  columns: [
    {
      kind: "int64",
      values: BigInt64Array.of(1n, -(2n ** 63n), 0n),
      valid: Uint8Array.of(1, 1, 0),
    },
    { kind: "float64", values: Float64Array.of(-0, NaN, 1e300), valid: null },
    { kind: "boolean", values: Uint8Array.of(1, 0, 1), valid: null },
    { kind: "text", values: ["é\ud800", null, ""] },
    { kind: "text", values: [] },
    {
      kind: "utf8",
      bytes: Uint8Array.of(97, 98, 99),
      ends: Uint32Array.of(1, 1, 3),
      valid: Uint8Array.of(1, 0, 1),
    },
    { kind: "other", values: [{ a: [1n, "x", null] }, Uint8Array.of(1, 2), true] },
  ],
};

test("a batch is the same on the other side, and its numbers are not copied", () => {
  const packed = packBatch(BATCH);
  const memory = batchMemory(packed);
  const numbers = BATCH.columns[0] as { values: BigInt64Array };
  expect(memory).toContain(numbers.values.buffer);
  const expected = structuredClone(BATCH);
  expect(unpackBatch(structuredClone(packed, { transfer: memory }))).toEqual(expected);
  expect(numbers.values.length).toBe(0);
});

test("a piece of a larger memory is copied, as others may use the rest", () => {
  const shared = new Float64Array(10);
  const column = { kind: "float64", values: shared.subarray(2, 4), valid: null } as const;
  expect(batchMemory(packBatch({ rowCount: 2, columns: [column] }))).toEqual([]);
});
