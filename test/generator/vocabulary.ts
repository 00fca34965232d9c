import type { Dialect } from "../../src/dialect/dialect.ts";
import { hiveFunctions } from "../../src/dialect/hive/functions.ts";
import { prestoFunctions } from "../../src/dialect/presto/functions.ts";
import { parseSignature, type Signature } from "../../src/dialect/types/signature.ts";
import { typeName } from "../../src/dialect/types/type-text.ts";
import { BIGINT, BOOLEAN, DATE, decimal, DOUBLE, INTEGER, TIMESTAMP, type Type, VARCHAR } from "../../src/dialect/types/type.ts"; // prettier-ignore

/** Simple types of both dialects; frequent ones are listed more than once. */
export const SIMPLE: readonly Type[] = [BOOLEAN, INTEGER, BIGINT, BIGINT, DOUBLE, DOUBLE, decimal(10, 2), VARCHAR, VARCHAR, DATE, TIMESTAMP]; // prettier-ignore

/** A function or an operator that makes an expression, by its signature. */
export interface Producer {
  readonly name: string;
  readonly signature: Signature;
  /** Its syntax, with `$1` for the first argument; null for a call. */
  readonly template: string | null;
  /** SQL of arguments where a random value of the type would be meaningless: units, formats, patterns, sizes. */
  readonly pools: readonly (readonly string[] | null)[];
}

/** Data on a dialect beyond its functions. */
export interface Vocabulary {
  readonly dialect: Dialect;
  /** Types of expressions; frequent ones are listed more than once. */
  readonly types: readonly Type[];
  /** Those of them that can be ordered, grouped and joined by. */
  readonly keys: readonly Type[];
  /** SQL of interesting values of a type; null for a type that only functions return. */
  readonly literals: (type: Type) => readonly string[] | null;
  readonly scalars: readonly Producer[];
  readonly aggregates: readonly Producer[];
  readonly windows: readonly Producer[];
  /** Arguments that the real engine takes as integers only, where the embedded one also takes bigints: places by function. */
  readonly integers: Readonly<Record<string, readonly number[]>>;
  /** Aggregates whose answer depends on the order of rows: called with `ORDER BY id`, or left out where that is invalid. */
  readonly ordered: ReadonlySet<string>;
}

export interface Pieces {
  readonly operators: readonly (readonly [
    signature: string,
    template: string,
    ...pools: (readonly string[] | null)[],
  ])[];
  /** By function. */
  readonly pools: Readonly<Record<string, readonly (readonly string[] | null)[]>>;
  /** Functions that are not tested, by reason. */
  readonly leftOut: Readonly<Record<string, string>>;
}

/** A value of the type to replace an expression; null if the type has none. */
export function simplest(words: Vocabulary, sort: string): string | null {
  const type = words.types.find((one) => typeName(one, words.dialect) === sort);
  return type === undefined ? null : (words.literals(type)?.[0] ?? null);
}

/** Functions of the service or of its libraries, which the real engines lack. */
const NOT_THERE = /^(Hivemall|service|functions\/teradata)/;

/** Every function of the dialect's data that the real engine has and that is not left out, and its operators. */
export function producers(
  dialect: Dialect,
  { operators, pools, leftOut }: Pieces,
): Pick<Vocabulary, "scalars" | "aggregates" | "windows"> {
  const out = new Set(Object.values(leftOut).flatMap((names) => names.split(/\s+/)));
  const byKind = { scalar: [] as Producer[], aggregate: [] as Producer[], window: [] as Producer[] };
  for (const { source, entries } of dialect === "hive" ? hiveFunctions() : prestoFunctions()) {
    if (NOT_THERE.test(source)) continue;
    for (const { name, forms } of entries)
      for (const { kind, signature, volatile } of out.has(name) ? [] : (forms ?? []))
        if (volatile !== true && !signature.text.includes("hyperloglog"))
          byKind[kind].push({ name, signature, template: null, pools: pools[name] ?? [] });
  }
  for (const [signature, template, ...own] of operators)
    byKind.scalar.push({ name: template, signature: parseSignature(signature), template, pools: own });
  return { scalars: byKind.scalar, aggregates: byKind.aggregate, windows: byKind.window };
}
