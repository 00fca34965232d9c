import { SqlError } from "../sql-error.ts";
import type { Typed } from "./typed.ts";

/** Past this many characters an operand is worth a binding: written twice at every level, nesting would double the text each time. */
const LONG = 160;

/** Bindings inside each other; the engine's own limits on expressions are not far above. */
const MOST_LEVELS = 40;

/**
 * Writes SQL that uses operands more than once. Long or volatile ones are evaluated once and given a name, through a one-element list and a
 * lambda: the only let-expression that the engine has, and one that works on aggregates and window functions too.
 */
export function bindOnce(operands: readonly Typed[], write: (...names: string[]) => string): string {
  if (!operands.some(isWorthBinding)) return write(...operands.map((operand) => operand.sql));
  // The engine takes no subquery inside a lambda, so those are bound along with the long ones.
  const wrapped = operands.map((operand) => isWorthBinding(operand) || /\bSELECT\b/.test(operand.sql));
  // Names are counted from the inside out, so that equal expressions give equal SQL.
  const inside = write(...operands.map((operand, i) => (wrapped[i] ? "" : operand.sql)));
  const used = [
    ...`${inside} ${operands.map((operand) => operand.sql).join(" ")}`.matchAll(/\bb(\d+)\b/g),
  ].map((match) => Number(match[1]));
  const level = Math.max(0, ...used) + 1;
  if (level > MOST_LEVELS)
    throw new SqlError(
      "EXCEEDED_LIMIT",
      "an expression nests its calls too deeply; put parts of it in a subquery",
    );
  const name = `b${level}`;
  const places = operands.flatMap((_, i) => (wrapped[i] ? [i] : []));
  if (places.length === 1) {
    const sql = write(...operands.map((operand, i) => (wrapped[i] ? name : operand.sql)));
    return `list_transform([${operands[places[0]!]!.sql}], lambda ${name}: ${sql})[1]`;
  }
  const sql = write(...operands.map((operand, i) => (wrapped[i] ? `${name}.o${i}` : operand.sql)));
  const packed = places.map((i) => `o${i} := ${operands[i]!.sql}`).join(", ");
  return `list_transform([struct_pack(${packed})], lambda ${name}: ${sql})[1]`;
}

/**
 * True for operands that must not be written twice. A computed collection is one however short: where the writing stands in a lambda, the engine
 * would compute it once per element.
 */
export function isWorthBinding({ sql, type, volatile }: Typed): boolean {
  const isComputedCollection = (type.kind === "array" || type.kind === "map") && sql.includes("(");
  return volatile === true || sql.length > LONG || isComputedCollection;
}
