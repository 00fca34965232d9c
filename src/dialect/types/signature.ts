import { scalarType } from "./scalar-types.ts";
import {
  type RowField,
  type Type,
  arrayOf,
  decimal,
  mapOf,
  simple,
  TIMESTAMP,
  UTC_TIMESTAMP,
  VARCHAR,
  isInteger,
  isNumeric,
  isOrderable,
} from "./type.ts";
import type { Dialect } from "../dialect.ts";
import { coercionCost, commonType, OF_ANOTHER_KIND } from "./coercion.ts";

/**
 * Type pattern of a parameter or result. A variable is one uppercase letter: `N` any number, `I` any integer, `O` any orderable type, others
 * any type; values of `E` are looked up by equality. `decimal` without digits, `varchar`, `timestamp`, `time` and those with a zone match all lengths, precisions and zones; `varchar(x)` and
 * `char(x)` too, and the result has the same length. `!varchar` takes what is a text, not what Hive would write as one.
 */
export type Pattern =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "exact"; readonly type: Type; readonly strict: boolean }
  | { readonly kind: "family"; readonly type: Type; readonly strict: boolean; readonly length?: string }
  | { readonly kind: "array"; readonly element: Pattern }
  | { readonly kind: "map"; readonly key: Pattern; readonly value: Pattern }
  | {
      readonly kind: "row";
      readonly fields: readonly { readonly name: string | null; readonly type: Pattern }[];
    }
  | { readonly kind: "lambda"; readonly params: readonly Pattern[]; readonly result: Pattern };

export interface Signature {
  readonly text: string;
  readonly params: readonly Pattern[];
  /** The last parameter can be repeated, or omitted. */
  readonly variadic: boolean;
  /** Number of trailing parameters that can be omitted. */
  readonly optional: number;
  readonly result: Pattern;
}

const FAMILIES: Record<string, Type> = {
  varchar: VARCHAR, string: VARCHAR, char: { kind: "char", length: 1 }, decimal: decimal(38, 0), timestamp: TIMESTAMP, timestamptz: UTC_TIMESTAMP,
  time: { kind: "time", precision: 3 }, timetz: { kind: "timetz", precision: 3, zone: "UTC" },
}; // prettier-ignore

/** Parses `(array(T), (T) => boolean, bigint?, varchar...) -> T`. */
export function parseSignature(text: string): Signature {
  const tokens = text.match(/[A-Za-z_]\w*|=>|->|\.\.\.|[(),?!]/g) ?? [];
  let at = 0;
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;
  const expect = (token: string): void => {
    if (!take(token)) throw new Error(`signature ${text}: expected ${token} at token ${at}`);
  };
  const list = (): Pattern[] => {
    const items: Pattern[] = [];
    do items.push(pattern());
    while (take(","));
    expect(")");
    return items;
  };
  const pattern = (): Pattern => {
    if (take("(")) {
      const params = list();
      expect("=>");
      return { kind: "lambda", params, result: pattern() };
    }
    const strict = take("!");
    const word = tokens[at++]!;
    if (/^[A-Z]$/.test(word)) return { kind: "variable", name: word };
    if (word === "array") {
      expect("(");
      const [element] = list();
      return { kind: "array", element: element! };
    }
    if (word === "map") {
      expect("(");
      const [key, value] = list();
      return { kind: "map", key: key!, value: value! };
    }
    if (word === "row") {
      expect("(");
      const fields: { name: string | null; type: Pattern }[] = [];
      do {
        const named = tokens[at + 1] !== "," && tokens[at + 1] !== ")" && tokens[at + 1] !== "(";
        fields.push({ name: named ? tokens[at++]! : null, type: pattern() });
      } while (take(","));
      expect(")");
      return { kind: "row", fields };
    }
    const family = FAMILIES[word];
    if (family !== undefined && take("(")) {
      const length = tokens[at++]!;
      expect(")");
      return { kind: "family", type: family, strict, length };
    }
    return family === undefined
      ? { kind: "exact", type: simple((scalarType(word)?.presto ?? word) as "bigint"), strict }
      : { kind: "family", type: family, strict };
  };
  expect("(");
  const params: Pattern[] = [];
  let variadic = false;
  let optional = 0;
  if (!take(")")) {
    do {
      params.push(pattern());
      if (take("?")) optional++;
      if (take("...")) variadic = true;
    } while (take(","));
    expect(")");
  }
  expect("->");
  return { text, params, variadic, optional, result: pattern() };
}

/** Whether values of the pattern, or in it, are looked up by equality. */
export function isByEquality(pattern: Pattern): boolean {
  if (pattern.kind === "array") return isByEquality(pattern.element);
  if (pattern.kind === "map") return isByEquality(pattern.key);
  return pattern.kind === "variable" && pattern.name === "E";
}

/** The type of a pattern with its variables bound. */
export function instantiate(pattern: Pattern, bound: ReadonlyMap<string, Type>): Type {
  switch (pattern.kind) {
    case "variable":
      return bound.get(pattern.name) ?? simple("unknown");
    case "family":
      return (pattern.length === undefined ? undefined : bound.get(pattern.length)) ?? pattern.type;
    case "exact":
      return pattern.type;
    case "array":
      return arrayOf(instantiate(pattern.element, bound));
    case "map":
      return mapOf(instantiate(pattern.key, bound), instantiate(pattern.value, bound));
    case "row":
      return {
        kind: "row",
        fields: pattern.fields.map((field): RowField => ({
          name: field.name,
          type: instantiate(field.type, bound),
        })),
      };
    case "lambda":
      return instantiate(pattern.result, bound);
  }
}

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
