import { expect, test } from "@jest/globals";
import type { Expr } from "../../../../src/dialect/parse/ast.ts";
import { startParser } from "../../../../src/dialect/parse/statements/statements.ts";

/** Prints an expression with parentheses around every operation. */
function show(expr: Expr): string {
  switch (expr.kind) {
    case "name":
      return expr.parts.map((part) => part.text).join(".");
    case "number":
      return expr.text;
    case "string":
      return `'${expr.value}'`;
    case "unary":
      return `(${expr.op} ${show(expr.arg)})`;
    case "operation":
      return expr.rest.reduce((left, { op, arg }) => `(${left} ${op} ${show(arg)})`, show(expr.first));
    case "compare":
      return `(${show(expr.left)} ${expr.op} ${show(expr.right)})`;
    case "logic":
      return `(${expr.args.map(show).join(` ${expr.op} `)})`;
    case "between":
      return `(${show(expr.arg)}${expr.not ? " not" : ""} between ${show(expr.low)} and ${show(expr.high)})`;
    case "subscript":
      return `${show(expr.arg)}[${show(expr.index)}]`;
    case "call":
      return `${expr.name}(${expr.args.map(show).join(", ")})`;
    case "lambda":
      return `${expr.params.map((param) => param.text).join(", ")} -> ${show(expr.body)}`;
    default:
      return expr.kind;
  }
}

const read = (sql: string): string => show(startParser(sql, "presto").expression());

test.each([
  ["1 + 2 * 3", "(1 + (2 * 3))"],
  ["1 - 2 - 3", "((1 - 2) - 3)"],
  ["-a * b", "((- a) * b)"],
  ["a || b || c", "((a || b) || c)"],
  ["not a = b and c or d", "(((NOT (a = b)) AND c) OR d)"],
  ["a between 1 and 2 and b", "((a between 1 and 2) AND b)"],
  ["a not between 1 + 1 and 3", "(a not between (1 + 1) and 3)"],
  ["x[1].y[2]", "field[2]"],
  ["filter(a, x -> x > 1)", "filter(a, x -> (x > 1))"],
  ["reduce(a, 0, (s, x) -> s + x, s -> s)", "reduce(a, 0, s, x -> (s + x), s -> s)"],
])("%s", (sql, wanted) => expect(read(sql)).toBe(wanted));

test("an incomplete expression is reported with its position", () => {
  expect(() => read("1 +")).toThrow(expect.objectContaining({ kind: "SYNTAX_ERROR", line: 1, column: 4 }));
});
