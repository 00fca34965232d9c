import { expect, test } from "@jest/globals";
import { BlockWriter } from "../../../src/core/blocks/block-writer.ts";

test("a column is its header, then parts that begin at multiples of eight bytes", () => {
  const writer = new BlockWriter(8);
  writer.column(() => ({ kind: "integer", form: "int8" }));
  writer.column(() => {
    writer.part(Uint8Array, 3).set([1, 2, 3]);
    writer.part(Int16Array, 1).set([-1]);
    return { kind: "text", form: "dictionary8", hasNulls: true, bytes: 3, lengthBytes: 1, entries: 2 };
  });
  const head = [4, 8, 1, 1, 3, 0, 0, 0, 2, 0, 0, 0, 32, 0, 0, 0];
  const empty = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0];
  expect([...writer.take()]).toEqual([...empty, ...head, 1, 2, 3, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0]);
});

test("after a block is taken the next one begins empty, and leaves the first as it is", () => {
  const writer = new BlockWriter(8);
  writer.part(Uint8Array, 8).fill(7);
  const first = writer.take();
  expect(writer.length).toBe(0);
  writer.part(Uint8Array, 8).fill(9);
  expect([...first]).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
});
