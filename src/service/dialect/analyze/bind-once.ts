import type { Typed } from "./typed.ts";

/** Past this many characters an operand is worth a binding: written twice at every level, nesting would double the text each time. */
const LONG = 160;

/**
 * Writes SQL that uses operands more than once. Long or volatile ones are evaluated once and given a name, through a one-element list and a
 * lambda: the only let-expression that the engine has, and one that works on aggregates and window functions too.
 */
export function bindOnce(operands: readonly Typed[], write: (...names: string[]) => string): string {
  const wrapped = operands.map((operand) => operand.volatile === true || operand.sql.length > LONG);
  if (!wrapped.includes(true)) return write(...operands.map((operand) => operand.sql));
  const inside = write(...operands.map((operand) => operand.sql));
  // Names are counted from the inside out, so that equal expressions give equal SQL.
  const used = [...inside.matchAll(/\bb(\d+)_\d+\b/g)].map((match) => Number(match[1]));
  const level = Math.max(0, ...used) + 1;
  const names = operands.map((operand, i) => (wrapped[i] ? `b${level}_${i}` : operand.sql));
  let sql = write(...names);
  operands.forEach((operand, i) => {
    if (wrapped[i]) sql = `list_transform([${operand.sql}], lambda ${names[i]}: ${sql})[1]`;
  });
  return sql;
}
