import type { ColumnTable } from "arquero";
import type { Column } from "../columns/column.ts";
import { timeZoneOf } from "../columns/column-display.ts";
import { NullableColumn } from "../columns/nullable-column.ts";
import { columnFacts, kindOf, timeWidth } from "./column-kind.ts";
import { nullsName, valuesName } from "./number-arrays.ts";
import { part, type ExpressionNode, type Part } from "./part.ts";
import {
  extraRow,
  innerAggregate,
  oneRow,
  Unreadable,
  unseenVariable,
  wholeParams,
  wholeRow,
} from "./expression-refusals.ts";

export type TypedTable = ColumnTable & { readonly types?: Readonly<Record<string, string>> };

/** What stands where an expression does. */
export interface ExpressionPlace {
  /** Whether values of single rows may only be arguments of aggregates. */
  readonly groups?: boolean;
  /** Takes the names of nullable columns that are read as arrays, see {@link withNumberArrays}; undefined if none may be. */
  readonly arrays?: Set<string> | undefined;
}

/** Constants that Arquero knows by these names, and as fields of `Math`. */
export const MATH_CONSTANTS = { E: 0, LN2: 0, LN10: 0, LOG2E: 0, LOG10E: 0, PI: 0, SQRT1_2: 0, SQRT2: 0 };

/** Names in the compiled text, which no expression uses. */
const ROWS = ["svc$d", "svc$a", "svc$b"] as const;
const PARAMS = "svc$p";

/** What the names in an expression stand for: rows, columns, parameters, variables of its own. */
export class ExpressionNames {
  readonly #tables: readonly TypedTable[];
  readonly #place: ExpressionPlace;
  readonly #params: Readonly<Record<string, unknown>>;
  /** Names of the function's variables and destructured fields. */
  readonly #variables = new Map<string, () => Part>();
  readonly #rows = new Map<string, number>();
  #paramsName: string | null = null;
  /** Only a text names columns without a row. */
  readonly #areColumns: boolean;
  /** Whether what is read is an argument of an aggregate or a window function. */
  #aggregated = false;

  /** @param root - A function, whose parameters are declared, or an expression. */
  constructor(tables: readonly TypedTable[], place: ExpressionPlace, root: ExpressionNode, source: string) {
    this.#tables = tables;
    this.#place = place;
    const params = [...tables].reverse().map((table) => table.params());
    this.#params = Object.assign({}, ...params) as Record<string, unknown>;
    const isFunction = /^(?:Arrow)?FunctionExpression$/.test(root.type);
    this.#areColumns = !isFunction && tables.length === 1;
    if (isFunction) {
      const declared = root["params"] as ExpressionNode[];
      if (declared.length > tables.length + 1) throw extraRow(tables.length, source);
      declared.forEach((name, i) => this.#declare(name, i < tables.length ? this.#rowAt(i) : null));
      return;
    }
    tables.forEach((_, i) => this.#rows.set(tables.length > 1 ? `d${i + 1}` : "d", this.#rowAt(i)));
    this.#paramsName = "$";
  }

  /** The head of the function that the expression is compiled to. */
  get head(): string {
    return `(${[...this.#tables.map((_, i) => ROWS[this.#rowAt(i)] as string), PARAMS].join(",")})=>`;
  }

  /** Rows are 0, or 1 and 2 in a join. */
  #rowAt(table: number): number {
    return this.#tables.length > 1 ? table + 1 : 0;
  }

  /** A parameter of the function: a row, or (null) the table's parameters. */
  #declare(node: ExpressionNode, row: number | null): void {
    if (node.type === "Identifier") {
      if (row === null) this.#paramsName = node["name"] as string;
      else this.#rows.set(node["name"] as string, row);
      return;
    }
    if (node.type !== "ObjectPattern") throw new Unreadable();
    for (const field of node["properties"] as ExpressionNode[]) {
      const { key, value } = field as unknown as { key?: ExpressionNode; value?: ExpressionNode };
      if (key === undefined || value?.type !== "Identifier") throw new Unreadable();
      const name = String(key.type === "Identifier" ? key["name"] : key["value"]);
      const alias = value["name"] as string;
      this.setVariable(alias, () => (row === null ? this.param(name, alias) : this.column(name, row, alias)));
    }
  }

  setVariable(name: string, read: () => Part): void {
    this.#variables.set(name, read);
  }

  isVariable(name: string): boolean {
    return this.#variables.has(name);
  }

  /** Reads the arguments of an aggregate or a window function, which contain no other. */
  within<T>(source: string, read: () => T): T {
    if (this.#aggregated) throw innerAggregate(source);
    this.#aggregated = true;
    try {
      return read();
    } finally {
      this.#aggregated = false;
    }
  }

  /** What a name by itself stands for. */
  part(name: string, source: string): Part {
    const variable = this.#variables.get(name);
    if (variable !== undefined) return variable();
    if (name === "undefined")
      return part("undefined", "unknown", source, { constant: { value: undefined }, loose: true });
    if (name === "NaN" || name === "Infinity")
      return part(name, "number", source, { constant: { value: Number(name) } });
    if (Object.hasOwn(this.#params, name)) return this.param(name, source);
    if (name in MATH_CONSTANTS) return part(name, "number", source);
    if (this.#areColumns && this.#tables[0]?.column(name)) return this.column(name, 0, source);
    if (this.#rows.has(name)) throw wholeRow(name);
    throw name === this.#paramsName ? wholeParams(name) : this.unseen(name);
  }

  /** Whether a variable is not of the expression, but of the program around it. */
  isUnseen(node: ExpressionNode): boolean {
    const name = node["name"] as string;
    return (
      node.type === "Identifier" &&
      !this.#variables.has(name) &&
      !this.#rows.has(name) &&
      name !== this.#paramsName &&
      !Object.hasOwn(this.#params, name)
    );
  }

  unseen(name: string): Error {
    return unseenVariable(
      name,
      this.#tables.flatMap((table) => table.columnNames()),
    );
  }

  /** Which row a variable is; null if it is none. */
  rowOf(node: ExpressionNode): number | null {
    const name = node["name"] as string;
    return node.type === "Identifier" && !this.#variables.has(name) ? (this.#rows.get(name) ?? null) : null;
  }

  isParams(node: ExpressionNode): boolean {
    return node.type === "Identifier" && node["name"] === this.#paramsName;
  }

  param(name: string, source: string): Part {
    if (!Object.hasOwn(this.#params, name)) throw new Unreadable();
    const value = this.#params[name];
    const missing = value === null || value === undefined;
    const facts = missing ? { loose: true } : { constant: { value } };
    return part(`${PARAMS}[${JSON.stringify(name)}]`, missing ? "unknown" : kindOf(value), source, facts);
  }

  /** @throws Unreadable for a column that the table lacks, which Arquero refuses. */
  column(name: string, row: number, source: string): Part {
    const table = this.#tables[Math.max(0, row - 1)];
    const column = table?.column(name) as Column | undefined;
    if (column === undefined || table === undefined) throw new Unreadable();
    if (this.#place.groups && !this.#aggregated) throw oneRow(source);
    const type = table.types?.[name];
    const { kind, nullable } = columnFacts(column, type);
    const at = (field: string): string => `${ROWS[row] as string}[${JSON.stringify(field)}]`;
    const whole = at(name);
    const isWall = kind === "moment" && !/ time zone$|^time\b/i.test(type ?? "");
    const width = isWall ? (timeWidth(column) ?? undefined) : undefined;
    const facts = {
      column: { name, table: row },
      type,
      values: () => column,
      zone: timeZoneOf(column),
      width,
    };
    if (this.#place.arrays !== undefined && column instanceof NullableColumn) {
      this.#place.arrays.add(name);
      return part(at(valuesName(name)), kind, source, { ...facts, whole, checked: [at(nullsName(name))] });
    }
    return part(whole, kind, source, { ...facts, checked: nullable ? [whole] : [] });
  }
}
