import { describe, expect, test } from "@jest/globals";
import { BlockWriter } from "../../../src/core/blocks/block-writer.ts";
import { asBytes, encodeTexts } from "../../../src/core/blocks/encode-texts.ts";

const column = (rows: number, text: (row: number) => string | null) =>
  ({ kind: "text", values: Array.from({ length: rows }, (_, row) => text(row)) }) as const;

test("strings are their UTF-8, one after the other; halves of a character stay apart", () => {
  expect(asBytes({ kind: "text", values: ["é", null, "\ud83d", "\ude00"] })).toEqual({
    kind: "utf8",
    bytes: Buffer.from("é\ufffd\ufffd"),
    offsets: Uint32Array.of(0, 2, 2, 5, 8),
    nulls: Uint8Array.of(0, 1, 0, 0),
  });
});

describe("a dictionary pays", () => {
  test.each<[string, number, (row: number) => string | null, object]>([
    ["for repeated texts", 4096, (row) => `t${row % 3}`, { form: "dictionary8", entries: 3 }],
    ["also for more than 255", 4096, (row) => `t${row % 300}`, { form: "dictionary16", entries: 300 }],
    ["not for few rows", 4095, (row) => `t${row % 3}`, { form: "bytes", lengthBytes: 1 }],
    ["not for texts that mostly differ", 4096, (row) => `t${row % 3000}`, { form: "bytes", lengthBytes: 1 }],
  ])("%s", (_, rows, text, head) => {
    expect(encodeTexts([column(rows, text)], new BlockWriter())).toMatchObject({ kind: "text", ...head });
  });
});

test("lengths are as wide as the longest text needs", () => {
  const head = (length: number) => encodeTexts([column(1, () => "x".repeat(length))], new BlockWriter());
  expect([255, 256, 65_536].map((length) => head(length).lengthBytes)).toEqual([1, 2, 4]);
});
