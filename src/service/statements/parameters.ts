import { tokenize } from "../../dialect/parse/lexer.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Words that a number of rows follows. */
const BEFORE_COUNT = new Set(["LIMIT", "OFFSET", "FIRST", "NEXT"]);

/**
 * The statement with the texts of expressions in place of its parameters (`?`).
 *
 * @throws SqlError INVALID_PARAMETER_USAGE when there are more or fewer of them.
 */
export function withValues(sql: string, values: readonly string[]): string {
  const { text, count } = replaceParameters(sql, (index) => asOperand(values[index] ?? ""));
  if (count !== values.length) {
    throw new SqlError(
      "INVALID_PARAMETER_USAGE",
      `Incorrect number of parameters: expected ${count} but found ${values.length}`,
      { line: 1, column: 1 },
    );
  }
  return text;
}

/** The statement with nulls in place of its parameters, to describe it, and their count. A number of rows can't be null: it is 1. */
export function withNulls(sql: string): { readonly text: string; readonly count: number } {
  return replaceParameters(sql, (_, before) => (BEFORE_COUNT.has(before) ? "1" : "NULL"));
}

/** @param write - Gives the text of a parameter by its index and the word before it. */
function replaceParameters(
  sql: string,
  write: (index: number, before: string) => string,
): { readonly text: string; readonly count: number } {
  let text = "";
  let from = 0;
  let count = 0;
  let before = "";
  for (const { kind, upper, start, end } of tokenize(sql, "presto")) {
    if (kind === "op" && upper === "?") {
      // A parameter ends the word before it, a value does not: `LIMIT?`.
      text += sql.slice(from, start) + gap(sql[start - 1]) + write(count++, before) + gap(sql[end]);
      from = end;
    }
    before = upper;
  }
  return { text: text + sql.slice(from), count };
}

/** A space where a value would touch a character that could become part of it. */
const gap = (neighbor = " "): string => (/[\s(),]/.test(neighbor) ? "" : " ");

/** A value is one operand: `5 - ?` with `-1` is no comment, `? * 2` with `1 + 1` is 4. */
function asOperand(value: string): string {
  return tokenize(value, "presto").length <= 2 ? value : `(${value})`;
}
