import { UsageError } from "../../core/errors.ts";
import type { Column, Table } from "../../core/table/table.ts";
import { unknownName } from "./unknown-name.ts";
import type { VegaLiteSpec } from "./vega-lite-spec.ts";

/** Maximum rows; more would make a document of many megabytes. */
const MAX_ROWS = 20_000;
const VIEWS = ["encoding", "layer", "concat", "hconcat", "vconcat", "repeat", "spec", "$schema"];

/** Keys that can introduce fields other than columns. */
const MAKERS = ["transform", "data"];

/** Whether it is a specification, not options of a chart. */
export function isVegaLiteSpec(value: object): value is VegaLiteSpec {
  return VIEWS.some((key) => key in value);
}

/**
 * Adds the table's rows to a specification as data, unless it has data: only columns that it mentions. Dates are unix ms; integers past
 * 2^53 are rounded, as Vega's numbers are doubles.
 *
 * @throws UsageError for more than 20,000 rows, and for an unknown field if nothing in the specification creates fields.
 */
export function withTableData(spec: VegaLiteSpec, table: Table): VegaLiteSpec {
  if (spec["data"] !== undefined) return spec;
  const rows = table.numRows();
  if (rows > MAX_ROWS) {
    throw new UsageError(
      `a specification over ${rows} rows would be too large (at most ${MAX_ROWS}): aggregate, filter or sample the table first`,
    );
  }
  const columnNames = table.columnNames();
  for (const field of fieldsOf(spec)) {
    if (!columnNames.includes(field)) throw unknownName("field: the table has no column", field, columnNames);
  }
  const texts = textsIn(spec);
  const names = columnNames.filter((name) => texts.some((text) => refersTo(text, name)));
  const data = table.data() as Record<string, Column>;
  const columns = names.map((name) => [name, data[name] ?? []] as const);
  const values = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, column]) => [name, plain(column.at(row))])),
  );
  return { ...spec, data: { values } };
}

/** Fields that must be columns; none if any part has its own data or creates fields. Paths into values are ignored. */
function fieldsOf(spec: VegaLiteSpec): string[] {
  const entries = entriesIn(spec);
  if (entries.some(([key]) => MAKERS.includes(key))) return [];
  return entries.flatMap(([key, value]) =>
    key === "field" && typeof value === "string" && /^[\w ]+$/.test(value) ? [value] : [],
  );
}

function entriesIn(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((entry) => [entry, ...entriesIn(entry[1])]);
}

/** Whether a text is a field of this name, or an expression that contains it. */
function refersTo(text: string, name: string): boolean {
  if (text === name || text.replaceAll("\\", "") === name) return true;
  return [`datum.${name}`, `'${name}'`, `"${name}"`].some((form) => text.includes(form));
}

const textsIn = (spec: VegaLiteSpec): string[] =>
  entriesIn(spec).flatMap(([, value]) => (typeof value === "string" ? [value] : []));

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeof value === "bigint") return Number(value);
  return value ?? null;
}
