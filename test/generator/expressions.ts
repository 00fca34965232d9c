import type { Pattern } from "../../src/dialect/types/signature.ts";
import {
  arrayOf,
  decimal,
  INTEGER,
  isInteger,
  isNumeric,
  mapOf,
  sameType,
  simple,
  type Type,
} from "../../src/dialect/types/type.ts";
import { typeName } from "../../src/dialect/types/type-text.ts";
import { node, type Node, type Part } from "./node.ts";
import type { Random } from "./random.ts";
import type { Producer, Vocabulary } from "./vocabulary.ts";

/** Names in scope: columns of the surrounding tables, variables of the surrounding lambdas. */
export type Scope = readonly { readonly sql: string; readonly type: Type }[];
type Bound = Map<string, Type>;

/** Generates expressions of a given type. */
export class Expressions {
  #variables = 0;
  readonly #random: Random;
  readonly #words: Vocabulary;

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
  }

  /** An expression of the type: a column, a literal, or a call with generated arguments, at most `depth` calls deep. */
  of(type: Type, scope: Scope, depth: number): Node {
    if (depth > 0 && this.#random.chance(0.85)) {
      const fitting = this.#words.scalars.filter((one) => fits(one.signature.result, type, new Map()));
      // Generic functions fit every type: those of exactly this type get the same share.
      const own = fitting.filter((one) => one.signature.result.kind !== "variable");
      const from = own.length > 0 && this.#random.chance(0.75) ? own : fitting;
      if (from.length > 0) return this.call(this.#random.pick(from), type, scope, depth);
    }
    return this.#leaf(type, scope);
  }

  /** A call of a function, or an operator with its operands. */
  call(producer: Producer, type: Type, scope: Scope, depth: number): Node {
    return node(this.sort(type), ...this.filled(producer, this.#arguments(producer, type, scope, depth - 1)));
  }

  /** The parts of a call. @param more - Text after the arguments, within the parentheses. */
  filled({ name, template }: Producer, args: readonly Node[], more = ""): Part[] {
    if (template === null)
      return [`${name}(`, ...args.flatMap((arg, i) => (i === 0 ? [arg] : [", ", arg])), `${more})`];
    return template
      .split(/(\$\d)/)
      .map((piece) => (/^\$\d$/.test(piece) ? args[Number(piece[1]) - 1]! : piece));
  }

  arguments(producer: Producer, type: Type, scope: Scope, depth: number): Node[] {
    return this.#arguments(producer, type, scope, depth);
  }

  /** A type that the function can return. */
  resultOf({ signature }: Producer): Type {
    return this.#instance(signature.result, new Map());
  }

  sort(type: Type): string {
    return typeName(type, this.#words.dialect);
  }

  #arguments({ name, signature, pools }: Producer, type: Type, scope: Scope, depth: number): Node[] {
    const bound: Bound = new Map();
    fits(signature.result, type, bound);
    const { params, optional, variadic } = signature;
    const count = params.length - this.#random.whole(0, optional) + (variadic ? this.#random.whole(0, 1) : 0);
    return Array.from({ length: count }, (_, i) => {
      const pattern = params[Math.min(i, params.length - 1)]!;
      if (pattern.kind === "lambda") return this.#lambda(pattern, bound, scope, depth);
      const isNarrow = this.#words.integers[name]?.includes(i) === true;
      const wanted = isNarrow ? INTEGER : this.#instance(pattern, bound);
      const pool = pools[i];
      if (pool && (pool.length === 1 || this.#random.chance(0.85)))
        return node(this.sort(wanted), this.#random.pick(pool));
      return this.of(this.#narrower(wanted), scope, depth);
    });
  }

  #lambda(pattern: Pattern & { kind: "lambda" }, bound: Bound, scope: Scope, depth: number): Node {
    const names = pattern.params.map((param) => ({
      sql: `v${++this.#variables}`,
      type: this.#instance(param, bound),
    }));
    const result = this.#instance(pattern.result, bound);
    // Lambda variables are listed three times: a lambda without them tests little.
    const body = this.of(result, [...names, ...names, ...names, ...scope], Math.max(1, depth));
    return node("lambda", `(${names.map((one) => one.sql).join(", ")}) -> `, body);
  }

  #leaf(type: Type, scope: Scope): Node {
    const columns = scope.filter((one) => sameType(one.type, type));
    const literals = this.#words.literals(type) ?? [];
    const column = columns.length > 0 && (literals.length === 0 || this.#random.chance(0.7));
    const sql = column
      ? this.#random.pick(columns).sql
      : literals.length > 0
        ? this.#random.pick(literals)
        : `cast(null as ${this.sort(type)})`;
    return node(this.sort(type), sql);
  }

  /** Sometimes an argument has a type that converts to the expected one. */
  #narrower(type: Type): Type {
    if (!this.#random.chance(0.15)) return type;
    if (type.kind === "bigint") return simple(this.#random.pick(["integer", "smallint"] as const));
    if (type.kind === "double") return this.#random.pick([simple("real"), simple("integer"), decimal(10, 2), simple("bigint")]); // prettier-ignore
    return type;
  }

  /** The type of a parameter; a type variable is bound at its first occurrence. */
  #instance(pattern: Pattern, bound: Bound): Type {
    switch (pattern.kind) {
      case "variable": {
        const type =
          bound.get(pattern.name) ??
          this.#random.pick(this.#words.types.filter((one) => allows(pattern.name, one)));
        bound.set(pattern.name, type);
        return type;
      }
      case "exact":
        return pattern.type;
      case "family":
        return pattern.type.kind === "decimal" ? decimal(10, 2) : pattern.type;
      case "array":
        return arrayOf(this.#instance(pattern.element, bound));
      case "map":
        return mapOf(this.#instance(pattern.key, bound), this.#instance(pattern.value, bound));
      case "row":
        return {
          kind: "row",
          fields: pattern.fields.map(({ name, type }) => ({ name, type: this.#instance(type, bound) })),
        };
      case "lambda":
        return this.#instance(pattern.result, bound);
    }
  }
}

/** Whether a signature's type variable may be bound to the type. */
function allows(name: string, type: Type): boolean {
  if (name === "I") return isInteger(type);
  if (name === "N") return isNumeric(type);
  if (name === "K") return !["array", "map", "row", "json", "double", "real"].includes(type.kind);
  return name !== "O" || isOrderable(type);
}

export function isOrderable(type: Type): boolean {
  if (type.kind === "array") return isOrderable(type.element);
  if (type.kind === "row") return type.fields.every((field) => isOrderable(field.type));
  return type.kind !== "map" && type.kind !== "json";
}

/** Whether a result can have the type; binds the type variables involved. */
export function fits(pattern: Pattern, type: Type, bound: Bound): boolean {
  switch (pattern.kind) {
    case "variable": {
      const before = bound.get(pattern.name);
      if (before !== undefined) return sameType(before, type);
      bound.set(pattern.name, type);
      return allows(pattern.name, type);
    }
    case "exact":
      return sameType(pattern.type, type);
    case "family":
      return pattern.type.kind === type.kind;
    case "array":
      return type.kind === "array" && fits(pattern.element, type.element, bound);
    case "map":
      return (
        type.kind === "map" && fits(pattern.key, type.key, bound) && fits(pattern.value, type.value, bound)
      );
    case "row":
      return (
        type.kind === "row" &&
        type.fields.length === pattern.fields.length &&
        pattern.fields.every((field, i) => fits(field.type, type.fields[i]!.type, bound))
      );
    default:
      return false;
  }
}
