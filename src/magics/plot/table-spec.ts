import { UsageError } from "../../core/errors.ts";
import type { Column, Table } from "../../core/table/table.ts";
import type { PlotOptions } from "./plot-options.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";

/** More rows would make a document of many megabytes. */
const MOST_ROWS = 20_000;
const VIEWS = ["encoding", "layer", "concat", "hconcat", "vconcat", "repeat", "spec", "$schema"];

/** Is it a specification rather than options of `plot`? */
export function isVegaLiteSpec(value: PlotOptions | VegaLiteSpec): value is VegaLiteSpec {
  return VIEWS.some((key) => key in value);
}

/**
 * A specification with the table's rows as its data, unless it has data of its own: the columns whose names stand in it. Dates are unix
 * ms, integers past 2^53 rounded as Vega's numbers are.
 *
 * @throws UsageError for more than 20,000 rows.
 */
export function withTableData(spec: VegaLiteSpec, table: Table): VegaLiteSpec {
  if (spec["data"] !== undefined) return spec;
  const rows = table.numRows();
  if (rows > MOST_ROWS) {
    throw new UsageError(
      `a specification over ${rows} rows would be too large (at most ${MOST_ROWS}): aggregate, filter or sample the table first`,
    );
  }
  const texts = textsIn(spec);
  const names = table.columnNames().filter((name) => texts.some((text) => refersTo(text, name)));
  const data = table.data() as Record<string, Column>;
  const columns = names.map((name) => [name, data[name] ?? []] as const);
  const values = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, column]) => [name, plain(column.at(row))])),
  );
  return { ...spec, data: { values } };
}

/** Is the text a field of this name, or an expression in which it stands? */
function refersTo(text: string, name: string): boolean {
  if (text === name || text.replaceAll("\\", "") === name) return true;
  return [`datum.${name}`, `'${name}'`, `"${name}"`].some((form) => text.includes(form));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeof value === "bigint") return Number(value);
  return value ?? null;
}
