import type { Dialect } from "../dialect.ts";
import { coercionCost, commonType, OF_ANOTHER_KIND } from "./coercion.ts";
import type { Pattern } from "./signature.ts";
import { isInteger, isNumeric, isOrderable, type Type } from "./type.ts";

/**
 * Matches an argument's type to a parameter and binds type variables. Returns the conversion's cost (0 for none), or null if it does
 * not match.
 */
export function unify(
  pattern: Pattern,
  type: Type,
  bound: Map<string, Type>,
  dialect: Dialect,
): number | null {
  switch (pattern.kind) {
    case "variable":
      return unifyVariable(pattern.name, type, bound, dialect);
    case "exact":
      return strictly(pattern, coercionCost(type, pattern.type, dialect));
    case "family":
      if (pattern.length !== undefined && type.kind === pattern.type.kind) bound.set(pattern.length, type);
      return strictly(pattern, unifyFamily(pattern.type, type, dialect));
    case "array":
      if (type.kind === "unknown") return 1;
      return type.kind === "array" ? unify(pattern.element, type.element, bound, dialect) : null;
    case "map": {
      if (type.kind === "unknown") return 1;
      if (type.kind !== "map") return null;
      const key = unify(pattern.key, type.key, bound, dialect);
      const value = key === null ? null : unify(pattern.value, type.value, bound, dialect);
      return value === null ? null : key! + value;
    }
    case "row": {
      if (type.kind === "unknown") return 1;
      if (type.kind !== "row" || type.fields.length !== pattern.fields.length) return null;
      let cost = 0;
      for (const [i, field] of pattern.fields.entries()) {
        const one = unify(field.type, type.fields[i]!.type, bound, dialect);
        if (one === null) return null;
        cost += one;
      }
      return cost;
    }
    case "lambda":
      return null;
  }
}

const strictly = ({ strict }: { readonly strict: boolean }, cost: number | null): number | null =>
  strict && cost !== null && cost >= OF_ANOTHER_KIND ? null : cost;

function unifyFamily(family: Type, type: Type, dialect: Dialect): number | null {
  if (family.kind === type.kind) return 0;
  if (family.kind === "decimal" && isInteger(type)) return 9;
  return coercionCost(type, family, dialect);
}

function unifyVariable(name: string, type: Type, bound: Map<string, Type>, dialect: Dialect): number | null {
  if (type.kind !== "unknown") {
    if (name === "N" && !isNumeric(type)) return null;
    if (name === "I" && !isInteger(type)) return null;
    if (name === "O" && !isOrderable(type)) return null;
  }
  const before = bound.get(name);
  if (before === undefined) {
    bound.set(name, type);
    return 0;
  }
  const common = commonType(before, type, dialect);
  if (common === null) return null;
  bound.set(name, common);
  return coercionCost(type, common, dialect);
}
