import { tokenize, type Token } from "../../dialect/parse/lexer.ts";
import { SqlError } from "../../dialect/sql-error.ts";

/** Words after which only a number can stand: a null is no number of rows. */
const BEFORE_COUNT = new Set(["LIMIT", "OFFSET", "FIRST", "NEXT"]);

/** How many parameters (`?`) a statement has. */
export function countParameters(sql: string): number {
  return marks(tokenize(sql, "presto")).length;
}

/**
 * Puts the texts of values in where a statement has `?`.
 *
 * @throws SqlError INVALID_PARAMETER_USAGE when there are more or fewer of them.
 */
export function putIn(sql: string, values: readonly string[]): string {
  const tokens = tokenize(sql, "presto");
  const places = marks(tokens);
  if (places.length !== values.length) {
    throw new SqlError(
      "INVALID_PARAMETER_USAGE",
      `Incorrect number of parameters: expected ${places.length} but found ${values.length}`,
      { line: 1, column: 1 },
    );
  }
  let text = "";
  let from = 0;
  places.forEach((index, i) => {
    const { start, end } = tokens[index]!;
    const value = values[i]!;
    const counts = BEFORE_COUNT.has(tokens[index - 1]?.upper ?? "");
    text += sql.slice(from, start) + (counts && value === "NULL" ? "1" : asOperand(value));
    from = end;
  });
  return text + sql.slice(from);
}

function marks(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, index) => (token.kind === "op" && token.text === "?" ? [index] : []));
}

/** A value is one operand: `5 - ?` with `-1` is no comment, `? * 2` with `1 + 1` is 4. */
function asOperand(value: string): string {
  return tokenize(value, "presto").length <= 2 ? value : `(${value})`;
}
