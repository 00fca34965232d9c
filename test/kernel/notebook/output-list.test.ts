import { expect, test } from "@jest/globals";
import type { Content } from "../../../src/kernel/wire/message.ts";
import { createMessage } from "../../../src/kernel/wire/message.ts";
import { OutputList, withSplitLines } from "../../../src/kernel/notebook/output-list.ts";
import type { DisplayIds } from "../../../src/kernel/notebook/output-list.ts";

const collect = (messages: readonly (readonly [string, Content])[], displays: DisplayIds = new Map()) => {
  const list = new OutputList(displays);
  for (const [type, content] of messages) list.add(createMessage(type, content, "s"));
  return list.outputs;
};

const display = (text: string, id?: string): Content => ({
  data: { "text/plain": text },
  metadata: {},
  transient: id === undefined ? {} : { display_id: id },
});

test("joins consecutive text of one stream", () => {
  const outputs = collect([
    ["stream", { name: "stdout", text: "a" }],
    ["stream", { name: "stdout", text: "b\n" }],
    ["stream", { name: "stderr", text: "c" }],
    ["status", { execution_state: "idle" }],
  ]);
  expect(outputs).toEqual([
    { output_type: "stream", name: "stdout", text: "ab\n" },
    { output_type: "stream", name: "stderr", text: "c" },
  ]);
});

test("keeps displays, results and errors, without transient fields", () => {
  const outputs = collect([
    ["display_data", display("d", "1")],
    ["execute_result", { ...display("r"), execution_count: 4 }],
    ["error", { ename: "E", evalue: "v", traceback: ["t"], extra: 1 }],
  ]);
  expect(outputs).toEqual([
    { output_type: "display_data", data: { "text/plain": "d" }, metadata: {} },
    { output_type: "execute_result", execution_count: 4, data: { "text/plain": "r" }, metadata: {} },
    { output_type: "error", ename: "E", evalue: "v", traceback: ["t"] },
  ]);
});

test("updates a display, also one of an earlier cell", () => {
  const displays: DisplayIds = new Map();
  const first = collect([["display_data", display("0 %", "p")]], displays);
  collect([["update_display_data", display("100 %", "p")]], displays);
  expect(first).toMatchObject([{ data: { "text/plain": "100 %" } }]);
});

test("clears at once, or before the next output", () => {
  expect(
    collect([
      ["stream", { name: "stdout", text: "a" }],
      ["clear_output", { wait: false }],
    ]),
  ).toEqual([]);
  const waiting: (readonly [string, Content])[] = [
    ["stream", { name: "stdout", text: "a" }],
    ["clear_output", { wait: true }],
  ];
  expect(collect(waiting)).toHaveLength(1);
  expect(collect([...waiting, ["stream", { name: "stdout", text: "b" }]])).toEqual([
    { output_type: "stream", name: "stdout", text: "b" },
  ]);
});

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
