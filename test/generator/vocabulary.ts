import type { Dialect } from "../../src/dialect/dialect.ts";
import { hiveFunctions } from "../../src/dialect/hive/functions.ts";
import { prestoFunctions } from "../../src/dialect/presto/functions.ts";
import { parseSignature, type Signature } from "../../src/dialect/types/signature.ts";
import { BIGINT, BOOLEAN, DATE, decimal, DOUBLE, INTEGER, TIMESTAMP, type Type, VARCHAR } from "../../src/dialect/types/type.ts"; // prettier-ignore

/** Types without parts that both dialects have; those that come often stand here more than once. */
export const SIMPLE: readonly Type[] = [BOOLEAN, INTEGER, BIGINT, BIGINT, DOUBLE, DOUBLE, decimal(10, 2), VARCHAR, VARCHAR, DATE, TIMESTAMP]; // prettier-ignore

/** One way to an expression: a function or an operator, by its signature. */
export interface Producer {
  readonly name: string;
  readonly signature: Signature;
  /** How it is written, `$1` the first argument; null for a call. */
  readonly template: string | null;
  /** SQL texts to take for arguments where any value of the type would hardly mean something: units, formats, patterns, sizes. */
  readonly pools: readonly (readonly string[] | null)[];
}

/** What the generator knows of a dialect beside its functions. */
export interface Vocabulary {
  readonly dialect: Dialect;
  /** Types that expressions have; those that come often stand here more than once. */
  readonly types: readonly Type[];
  /** Of these, types whose values can be ordered, grouped and joined by. */
  readonly keys: readonly Type[];
  /** SQL of values of a type that are worth trying; null for a type that only functions give. */
  readonly literals: (type: Type) => readonly string[] | null;
  readonly scalars: readonly Producer[];
  readonly aggregates: readonly Producer[];
  readonly windows: readonly Producer[];
  /** Aggregates whose answer depends on the order of the rows: they are called with `ORDER BY id`, or left out where that can't be written. */
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
  /** Functions by the reason why they are not asked for. */
  readonly leftOut: Readonly<Record<string, string>>;
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
  for (const { source, functions } of dialect === "hive" ? hiveFunctions() : prestoFunctions()) {
    if (NOT_THERE.test(source)) continue;
    for (const [name, forms] of Object.entries(functions))
      for (const { kind, signature, volatile } of out.has(name) ? [] : forms)
        if (volatile !== true && !signature.text.includes("hyperloglog"))
          byKind[kind].push({ name, signature, template: null, pools: pools[name] ?? [] });
  }
  for (const [signature, template, ...own] of operators)
    byKind.scalar.push({ name: template, signature: parseSignature(signature), template, pools: own });
  return { scalars: byKind.scalar, aggregates: byKind.aggregate, windows: byKind.window };
}
