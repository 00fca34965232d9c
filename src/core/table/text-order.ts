import { ColumnTable, parse } from "arquero";
import { ConfigError } from "../errors.ts";
import { isDecimal, orderOf, scaleOf } from "./value-order.ts";
import type { Column } from "./table.ts";

/** A node of the tree that Arquero makes of an expression. */
interface ExpressionNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What a node gives. */
interface NodeValue {
  /** As `typeof` says; null if unknown. */
  readonly kind: string | null;
  /** The column whose values it gives. */
  readonly column?: { readonly name: string; readonly table: number };
  /** The service's type, for values that are texts in another order than theirs. */
  readonly type?: string;
  /** A text that is the same for all rows. */
  readonly text?: string;
}

export type TypedTable = ColumnTable & { readonly types?: Readonly<Record<string, string>> };

const UNKNOWN: NodeValue = { kind: null };

/** Functions of `op` that give a value of their column. */
const PICKS = /^(?:any|mode|lag|lead|first_value|last_value|nth_value|fill_down|fill_up|min|max)$/;
const ORDERS = /^(?:max|min|median|quantile|bins)$/;
/** Arquero's rounds BigInts down to one of the values. */
const INTERPOLATES = /^(?:median|quantile)$/;

/**
 * Refuses expressions that give something else than they seem to: comparisons and sums of texts that stand for decimals and intervals, and
 * medians of BigInts.
 *
 * @param args - The arguments of a verb of the table.
 * @throws ConfigError
 */
export function refuseTextOrder(table: ColumnTable, args: readonly unknown[]): void {
  if ((table as TypedTable).types === undefined) return;
  const other = args.find((arg) => arg instanceof ColumnTable);
  for (const expression of args.flatMap(expressionsIn)) {
    new Reader(table).read(expression);
    if (other !== undefined) new Reader(table, other).read(expression);
  }
}

/** The column whose values an expression gives; null for computed values. */
export function sourceOf(table: ColumnTable, expression: unknown): string | null {
  const [one, ...more] = expressionsIn(expression);
  return more.length > 0 ? null : (new Reader(table).read(one).column?.name ?? null);
}

/** The column that a key or a criterion is: a name, a place, or an expression; null for computed values. */
export const keyColumn = (table: ColumnTable, key: unknown): string | null =>
  typeof key === "string"
    ? key
    : typeof key === "number"
      ? (table.columnName(key) ?? null)
      : sourceOf(table, key);

function expressionsIn(value: unknown): unknown[] {
  if (typeof value === "string") return [value];
  if (value === null || value instanceof ColumnTable || Object.hasOwn(Object(value) as object, "escape"))
    return [];
  if (typeof value === "function") return [value];
  if (typeof value !== "object") return [];
  // An expression such as `op.mean("price")`.
  if (Object.hasOwn(value, "fields")) return [(value as { toString(): string }).toString()];
  return Object.values(value).flatMap(expressionsIn);
}

class Reader {
  readonly #tables: readonly [TypedTable, ...TypedTable[]];
  readonly #variables = new Map<unknown, NodeValue>();

  constructor(...tables: [ColumnTable, ...ColumnTable[]]) {
    this.#tables = tables;
  }

  /** What an expression gives; unknown for names, and for expressions that Arquero refuses. */
  read(expression: unknown): NodeValue {
    const [table] = this.#tables;
    let root: ExpressionNode | undefined;
    try {
      const context = this.#tables.length > 1 ? { join: this.#tables } : { table };
      root = parse({ x: expression }, { ...context, ast: true }).exprs[0] as ExpressionNode;
    } catch {
      return UNKNOWN;
    }
    return this.#value(root);
  }

  #value(node: ExpressionNode): NodeValue {
    const [table] = this.#tables;
    switch (node.type) {
      case "Column":
        return this.#column(node["name"] as string, Number(node["table"] ?? 0));
      case "Parameter":
        return constant((table.params() as Record<string, unknown>)[node["name"] as string]);
      case "Literal":
        return constant(node["value"]);
      case "Identifier":
        return this.#variables.get(node["name"]) ?? UNKNOWN;
      case "VariableDeclarator":
        if (isNode(node["init"]))
          this.#variables.set((node["id"] as ExpressionNode)["name"], this.#value(node["init"]));
        return UNKNOWN;
      case "TemplateLiteral":
        this.#parts(node);
        return { kind: "string" };
      case "UnaryExpression":
        this.#parts(node);
        return { kind: /^[-+~]$/.test(node["operator"] as string) ? "number" : null };
      case "BinaryExpression": {
        const [left, right] = this.#parts(node);
        return this.#binary(node["operator"] as string, left ?? UNKNOWN, right ?? UNKNOWN);
      }
      case "ConditionalExpression":
      case "LogicalExpression":
        return this.#parts(node).find(({ type }) => type !== undefined) ?? UNKNOWN;
      case "CallExpression":
        return this.#call((node["callee"] as ExpressionNode)["name"] as string, this.#parts(node));
      default: {
        // The last part of a block is what it returns.
        const parts = this.#parts(node);
        return /^(?:BlockStatement|ReturnStatement|ExpressionStatement)$/.test(node.type)
          ? (parts.at(-1) ?? UNKNOWN)
          : UNKNOWN;
      }
    }
  }

  #parts(node: ExpressionNode): NodeValue[] {
    return Object.values(node)
      .flat()
      .filter(isNode)
      .filter(({ type }) => type !== "Function")
      .map((part) => this.#value(part));
  }

  #column(name: string, index: number): NodeValue {
    const table = this.#tables[Math.max(0, index - 1)];
    const type = table?.types?.[name];
    const column = { name, table: index };
    return orderOf(type) === null || type === undefined
      ? { kind: kindOf(table?.column(name) as Column), column }
      : { kind: "string", column, type };
  }

  #call(name: string, values: readonly NodeValue[]): NodeValue {
    const [first = UNKNOWN, second = UNKNOWN] = values;
    if (name === "equal") return this.#binary("===", first, second);
    const column = JSON.stringify(first.column?.name ?? "");
    if (ORDERS.test(name) && first.type !== undefined) {
      const rest = name === "quantile" ? ", 0.5" : "";
      throw new ConfigError(
        `op.${name} compares the texts of the ${first.type} in column ${column}, not their values${isDecimal(first.type) ? `; write (d) => op.${name}(+d[${column}]${rest})` : ""}`,
      );
    }
    if (INTERPOLATES.test(name) && first.kind === "bigint") {
      throw new ConfigError(
        `op.${name} does not interpolate the BigInts of column ${column}; write (d) => op.${name}(op.parse_float(d[${column}])${name === "quantile" ? ", 0.5" : ""})`,
      );
    }
    return PICKS.test(name) ? first : UNKNOWN;
  }

  #binary(operator: string, left: NodeValue, right: NodeValue): NodeValue {
    const isSum = operator === "+";
    const isEquality = /^[=!]==?$/.test(operator);
    if (isSum || isEquality || /^[<>]=?$/.test(operator)) {
      const [texts, other] = left.type === undefined ? [right, left] : [left, right];
      const fault = isSum
        ? /number|bigint/.test(other.type === undefined ? (other.kind ?? "") : "number")
        : isEquality
          ? differsAsText(texts, other, operator.length === 3)
          : /string|bigint/.test(other.kind ?? "");
      if (texts.type !== undefined && fault) throw new ConfigError(said(operator, [left, right]));
    }
    return isSum ? { kind: [left, right].some(({ kind }) => kind === "string") ? "string" : null } : UNKNOWN;
  }
}

/** Whether equal values may be other texts, or never be equal. */
function differsAsText(texts: NodeValue, other: NodeValue, strict: boolean): boolean {
  if (other.type !== undefined) return scaleOf(other.type) !== scaleOf(texts.type);
  if (other.text !== undefined)
    return isDecimal(texts.type) && (other.text.split(".")[1]?.length ?? 0) !== scaleOf(texts.type);
  return /string|bigint/.test(other.kind ?? "") || (strict && other.kind === "number");
}

function said(operator: string, values: readonly NodeValue[]): string {
  const texts = values.filter(({ type }) => type !== undefined);
  const names = texts.map(({ column }) => `d[${JSON.stringify(column?.name)}]`);
  const decimals = texts.every(({ type }) => isDecimal(type));
  return `${operator} ${operator === "+" ? "joins" : "compares"} the texts of the ${texts[0]?.type ?? ""} in ${names[0] ?? ""}, not their values${decimals ? `; write ${names.map((name) => `+${name}`).join(" and ")}` : ""}`;
}

function constant(value: unknown): NodeValue {
  if (value === null || value === undefined) return UNKNOWN;
  return { kind: typeof value, ...(typeof value === "string" ? { text: value } : {}) };
}

/** `typeof` of the first value that is not null. */
export function kindOf(column: Column): string | null {
  for (const value of column) if (value !== null && value !== undefined) return typeof value;
  return null;
}

const isNode = (value: unknown): value is ExpressionNode =>
  typeof (value as ExpressionNode | null | undefined)?.type === "string";
