import { expect, test } from "vitest";
import { withSplitLines } from "../../../src/kernel/notebook/split-lines.ts";

test("text becomes a list of lines, pictures and JSON are unchanged", () => {
  const data = {
    "text/plain": "a\nb",
    "image/png": "AAAA\n",
    "application/json": { x: 1 },
    "image/svg+xml": "<svg>\n</svg>\n",
  };
  expect(withSplitLines({ output_type: "display_data", data, metadata: {} })).toEqual({
    output_type: "display_data",
    metadata: {},
    data: { ...data, "text/plain": ["a\n", "b"], "image/svg+xml": ["<svg>\n", "</svg>\n"] },
  });
  expect(withSplitLines({ output_type: "stream", name: "stdout", text: "\n\nx\n" })).toEqual({
    output_type: "stream",
    name: "stdout",
    text: ["\n", "\n", "x\n"],
  });
});
