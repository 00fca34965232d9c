import { ColumnTable } from "arquero";
import { Unreadable } from "./expression-reader.ts";
import { withNumberArrays } from "./number-arrays.ts";
import { TableExpression, type TypedTable } from "./table-expression.ts";
import type { Part } from "./part.ts";

/** Expressions of the argument at a place: one, an object of them by name, or a list of column names, selections and such objects. */
type ArgumentForm = "one" | "named" | "listed";

interface ArgumentPlace {
  readonly form: ArgumentForm;
  /** Whether values of single rows may only be arguments of aggregates. */
  readonly groups?: boolean;
  /** Whether null is as good as false. */
  readonly criterion?: boolean;
  /** Whether the table has its nullable columns also as arrays. */
  readonly arrays?: boolean;
}

const LISTED: ArgumentPlace = { form: "listed" };

/** Where a verb's expressions over its own table are; `rest` for all arguments. Joins and lookups are in {@link ofTwoTables}. */
const PLACES: Readonly<Record<string, readonly ArgumentPlace[] | { readonly rest: ArgumentPlace }>> = {
  dedupe: { rest: LISTED },
  derive: [{ form: "named", arrays: true }],
  filter: [{ form: "one", criterion: true, arrays: true }],
  fold: [LISTED],
  groupby: { rest: LISTED },
  impute: [{ form: "named" }],
  pivot: [LISTED, { form: "listed", groups: true }],
  rollup: [{ form: "named", groups: true, arrays: true }],
  sample: [{ form: "one", groups: true }],
  spread: [LISTED],
  unroll: [LISTED],
};

/** An expression as Arquero reads it: by its text. */
export class CompiledText {
  readonly expr: string;
  /** What it gives; null for a criterion. */
  readonly result: Part | null;

  constructor(text: string, result: Part | null, written: unknown) {
    this.expr = text;
    this.result = result;
    const { window } = Object(written) as { readonly window?: unknown };
    if (window !== undefined) Object.assign(this, { window });
  }

  toString(): string {
    return this.expr;
  }
}

/** The table that a verb runs on once its arguments are compiled. */
export const tableFor = (verb: string, table: ColumnTable): ColumnTable =>
  (table as TypedTable).types !== undefined && /^(?:derive|filter|rollup)$/.test(verb)
    ? withNumberArrays(table)
    : table;

/** A verb's arguments with their expressions compiled: null is SQL's null, methods are those of the values, times are as they are shown. */
export function compiledArguments(
  verb: string,
  table: ColumnTable,
  args: readonly unknown[],
): readonly unknown[] {
  if ((table as TypedTable).types === undefined) return args;
  const places = PLACES[verb];
  if (places === undefined) return ofTwoTables(verb, table, args);
  return args.map((arg, i) => {
    const place = "rest" in places ? places.rest : places[i];
    if (verb === "impute" && i === 1) return imputeOptions(table, arg);
    if (verb === "sample" && i === 1) return sampleOptions(table, arg);
    return place === undefined ? arg : ofForm(place, [table], arg);
  });
}

function imputeOptions(table: ColumnTable, options: unknown): unknown {
  const { expand } = Object(options) as { readonly expand?: unknown };
  return expand === undefined
    ? options
    : { ...(options as object), expand: ofForm({ form: "listed", groups: true }, [table], expand) };
}

function sampleOptions(table: ColumnTable, options: unknown): unknown {
  const { weight } = Object(options) as { readonly weight?: unknown };
  if (weight === undefined || typeof weight === "string") return options;
  return { ...(options as object), weight: ofForm({ form: "one" }, [table], weight) };
}

const isTable = (value: unknown): value is ColumnTable => value instanceof ColumnTable;

function ofTwoTables(verb: string, left: ColumnTable, args: readonly unknown[]): readonly unknown[] {
  const [right] = args;
  if (!isTable(right) || !/join|^(?:cross|lookup)$/.test(verb)) return args;
  const tables = [left, right];
  const values = (value: unknown): unknown =>
    Array.isArray(value)
      ? [
          ofForm(LISTED, tables, value[0]),
          ofForm(LISTED, [right], value[1]),
          ofForm({ form: "named" }, tables, value[2]),
        ].slice(0, value.length)
      : ofForm({ form: "named" }, tables, value);
  if (verb === "cross") return [right, values(args[1]), ...args.slice(2)];
  const on =
    typeof args[1] === "function" || args[1] instanceof CompiledText
      ? ofForm({ form: "one", criterion: true }, tables, args[1])
      : keys(args[1], tables);
  if (verb === "lookup") return [right, on, ...args.slice(2).map((value) => ofForm(LISTED, [right], value))];
  return args.length < 3 ? [right, on, ...args.slice(2)] : [right, on, values(args[2]), ...args.slice(3)];
}

/** Keys of a join: of the left table, and of the right. */
function keys(on: unknown, tables: readonly ColumnTable[]): unknown {
  if (!Array.isArray(on)) return on;
  return on.map((side: unknown, i) => {
    const table = tables[i];
    if (table === undefined) return side;
    const key = (one: unknown): unknown =>
      typeof one === "string" ? one : ofForm({ form: "one" }, [table], one);
    return Array.isArray(side) ? side.map(key) : key(side);
  });
}

function ofForm(argument: ArgumentPlace, tables: readonly ColumnTable[], value: unknown): unknown {
  if (value === null || value === undefined || isTable(value)) return value;
  if (argument.form === "one") return compiled(argument, tables, value);
  if (argument.form === "listed") {
    // A text is a name, a function a selection.
    if (Array.isArray(value)) return value.map((one) => ofForm(argument, tables, one));
    if (typeof value !== "object" || !isNamed(value)) return value;
  }
  if (typeof value !== "object" || value instanceof CompiledText || Array.isArray(value)) return value;
  const entries: [string, unknown][] =
    value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, compiled(argument, tables, one)]));
}

/** Whether it is an object of expressions by name, not an expression itself. */
const isNamed = (value: object): boolean =>
  !("expr" in value || "fields" in value || value instanceof CompiledText);

function compiled(
  { criterion = false, ...place }: ArgumentPlace,
  tables: readonly ColumnTable[],
  written: unknown,
): unknown {
  const text = expressionText(written);
  if (text === null) return written;
  try {
    const expression = new TableExpression(text, tables, place);
    if (criterion) return new CompiledText(expression.compileCriterion(), null, written);
    const { text: code, result } = expression.compile();
    return new CompiledText(code, result, written);
  } catch (error) {
    // Arquero refuses it by an error that is explained.
    if (error instanceof Unreadable) return written;
    throw error;
  }
}

/** The text of what is an expression: a function, a text, or what helpers such as `op.mean("price")` and `rolling` make. */
export function expressionText(value: unknown): string | null {
  if (typeof value === "function" || typeof value === "string") return String(value);
  if (typeof value !== "object" || value === null || value instanceof CompiledText) return null;
  const { escape, field, expr, fields } = value as Readonly<Record<string, unknown>>;
  if (escape !== undefined || field !== undefined) return null;
  return expr !== undefined || fields !== undefined ? (value as { toString(): string }).toString() : null;
}

/** An expression over the rows of a table, compiled. */
export const compiledExpression = (table: ColumnTable, written: unknown): unknown =>
  compiled({ form: "one" }, [table], written);

/** The column whose values an expression gives; null for computed values. */
export function sourceColumn(table: ColumnTable, value: unknown): string | null {
  const { field, expr } = Object(value) as { readonly field?: unknown; readonly expr?: unknown };
  if (field === true && typeof expr === "string") return expr;
  const own = value instanceof CompiledText ? value : compiledExpression(table, value);
  return own instanceof CompiledText ? (own.result?.column?.name ?? null) : null;
}
