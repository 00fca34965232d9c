import { expect, test } from "@jest/globals";
import * as magics from "../../src/kernel/cell-magics.ts";
import { MagicAnswers } from "../../src/kernel/magic-answers.ts";

const columns = [
  { name: "symbol", type: "string" },
  { name: "price", type: "double" },
];
const catalogue = {
  databases: ["sample_datasets"],
  tables: (name: string) => (name === "sample_datasets" ? [{ name: "stocks", count: 560, columns }] : null),
};
const answers = new MagicAnswers({
  magics,
  catalogue,
  scope: { database: "sample_datasets", variables: ["limit"] },
});

/** Answer at the `|` of a cell. */
const at = (type: string, cell: string) => {
  const [before = "", after = ""] = cell.split("|");
  return answers.answer(type, { code: before + after, cursor_pos: [...before].length });
};

test("completes magics, databases, tables and columns", () => {
  expect(at("complete_request", "%svc_u|")).toMatchObject({
    status: "ok",
    matches: ["%svc_use"],
    cursor_start: 0,
    cursor_end: 6,
  });
  expect(at("complete_request", "%svc_use sam|")).toMatchObject({
    matches: ["sample_datasets"],
    cursor_start: 9,
  });
  expect(at("complete_request", "%%svc_presto\nselect * from st|")?.["matches"]).toContain("stocks");
  expect(at("complete_request", "%%svc_presto\nselect pr| from stocks")?.["matches"]).toContain("price");
});

test("counts code points", () => {
  const before = "%%svc_presto\nselect '😀😀' from st";
  const length = [...before].length;
  expect(at("complete_request", `${before}|`)).toMatchObject({
    cursor_start: length - 2,
    cursor_end: length,
    metadata: {
      _jupyter_types_experimental: [{ start: length - 2, end: length, text: "stocks", type: "class" }],
    },
  });
});

test("explains a magic and a table", () => {
  const usage = at("inspect_request", "%svc_u|se x");
  expect(usage).toMatchObject({ status: "ok", found: true });
  expect((usage?.["data"] as Record<string, string>)["text/plain"]).toContain("%svc_use");
  const table = at("inspect_request", "%%svc_presto\nselect * from sto|cks");
  expect((table?.["data"] as Record<string, string>)["text/plain"]).toContain("symbol");
});

test.each([
  ["%svc_tables|", { status: "complete" }],
  ["%%svc_presto|", { status: "incomplete", indent: "" }],
  ["%%svc_presto\nselect it's|", { status: "incomplete", indent: "" }],
  ["%%svc_presto\nselect 1\n|", { status: "complete" }],
  ["%svc_tables\nif (x) {|", null],
  ["5 % 3|", null],
])("is %j complete? %j", (cell, expected) => {
  expect(at("is_complete_request", cell)).toEqual(expected);
});

test("ordinary code is the kernel's, which gets it without magics", () => {
  expect(at("complete_request", "const a = 5; a.|")).toBeNull();
  expect(at("complete_request", "%svc_tables\nconsole.|")).toBeNull();
  expect(answers.blanked("%svc_tables\nconsole.")).toBe("           \nconsole.");
  expect(answers.blanked("5 % a")).toBe("5 % a");
});
