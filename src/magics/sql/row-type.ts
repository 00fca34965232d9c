import type { CatalogueColumn, KnownCatalogue, NotebookTables } from "../known-catalogue.ts";
import { checkStatement, type StatementToCheck } from "./check-statement.ts";
import { uniqueNames } from "../../core/wire/unique-names.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { rowNames } from "../../core/decode/nested-values.ts";
import { columnKind, parseServiceType, type ServiceType } from "../../core/wire/service-type.ts";
import { isIdentifier } from "../cell/source/code-text.ts";

/** A statement whose row type is wanted. */
export interface TypedStatement extends StatementToCheck {
  /** Whether dates and timestamps are converted to `Date`, as magics do; else they are text. */
  readonly dates: boolean;
}

/** Rows of a statement, or of a job's result. */
export type TypedRows = (TypedStatement & { readonly isLocal?: true }) | { readonly job: number };

/**
 * The columns of rows, from the cached catalogue; null when unknown.
 *
 * @param notebookTables - What a local statement can name.
 */
export function columnsOfRows(
  rows: TypedRows,
  catalogue: KnownCatalogue,
  notebookTables: NotebookTables = {},
): readonly CatalogueColumn[] | null {
  if ("job" in rows) return catalogue.jobColumns?.(rows.job) ?? null;
  const tables = rows.isLocal ? notebookTables : undefined;
  const check = checkStatement({ ...rows, tables }, catalogue);
  return "columns" in check ? check.columns : null;
}

/**
 * The TypeScript type of rows, such as `{ origin: string; flights: number }`, as {@link columnsOfRows}.
 *
 * @returns null when unknown. Errors in the statement are reported when it runs.
 */
export function rowType(
  rows: TypedRows,
  catalogue: KnownCatalogue,
  notebookTables: NotebookTables = {},
): string | null {
  const columns = columnsOfRows(rows, catalogue, notebookTables);
  return columnsType(columns ?? [], "job" in rows || rows.dates);
}

/**
 * The TypeScript type of rows with these columns, such as `{ origin: string; flights: number }`; null without columns.
 *
 * @param dates - Whether dates and timestamps are converted to `Date`, as magics do; else they are text.
 */
export function columnsType(columns: readonly CatalogueColumn[], dates: boolean): string | null {
  const names = uniqueNames(columns.map(({ name }) => name));
  const types = columns.map(({ type }, at) => {
    const value = valueType(parseServiceType(type ?? ""), dates);
    return dates && names[at] === "time" && value === "number" ? "Date" : value;
  });
  return types.length === 0 ? null : objectType(names, types);
}

function objectType(names: readonly string[], types: readonly string[]): string {
  const fields = names.map(
    (name, at) => `${isIdentifier(name) ? name : JSON.stringify(name)}: ${types[at] ?? "any"}`,
  );
  return `{ ${fields.join("; ")} }`;
}

/** The TypeScript type of values in a table. Whether integers include BigInt is not known before the statement runs. */
function valueType(type: ServiceType, dates: boolean): string {
  const { name, inner, parameters: [precision = 3] = [] } = type;
  if (dates && name === "date") return "Date";
  // Values finer than a millisecond stay text.
  if (dates && name.startsWith("timestamp")) return precision > 3 ? "any" : "Date";
  // Dates inside of values stay text.
  const parts = inner.map((part) => valueType(part, false));
  if (name === "array" && parts.length === 1) return `${parts.join()}[]`;
  if (name === "map" && parts.length === 2) return `Record<string, ${parts[1] ?? "any"}>`;
  const fields = rowNames(type);
  if (fields !== null) return objectType(fields, parts);
  const value = scalarType(name)?.ts ?? (columnKind(type) === "text" ? "string" : "any");
  return value === "Date" ? "string" : value;
}
