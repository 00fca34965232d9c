import { decimalOf } from "../types/type.ts";
import type { Typed } from "./typed.ts";

type Numeric = Pick<Typed, "type" | "whole" | "constant">;

/** The most digits that a decimal or an integer has before its point. */
export function wholeDigits({ type, whole, constant }: Numeric): number {
  if (constant === null) return 0;
  if (typeof constant === "number" && Math.abs(constant) < 1e15)
    return String(Math.ceil(Math.abs(constant))).length;
  const { precision, scale } = decimalOf(type);
  return Math.min(whole ?? precision, precision - scale);
}

/** The most digits of a decimal or an integer. */
export const allDigits = (value: Numeric): number => wholeDigits(value) + decimalOf(value.type).scale;

/** A value with the most digits that it has before its point. */
export const withWhole = <T extends Numeric>(value: T, whole: number): T =>
  value.type.kind === "decimal" && whole < value.type.precision - value.type.scale
    ? { ...value, whole }
    : value;

/** A value that is one of several, in their common type. */
export const oneOf = <T extends Numeric>(value: T, branches: readonly Numeric[]): T =>
  withWhole(value, Math.max(...branches.map(wholeDigits)));
