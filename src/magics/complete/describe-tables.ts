import { textWidth } from "../../core/text/visible-text.ts";
import { columnsWithTime, type CatalogueTable } from "../known-catalogue.ts";

const MAX_TABLES = 40;

/** A table as text: name and size, then its columns with their types. */
export function describeTable(database: string, table: CatalogueTable): string {
  const rows = table.count === null ? "" : `: ${table.count} rows`;
  return [`table ${database}.${table.name}${rows}`, ...columnLines(columnsWithTime(table))].join("\n");
}

/** One line per column, with aligned types. */
export function columnLines(
  columns: readonly { readonly name: string; readonly type: string | null }[],
): string[] {
  return alignedLines(columns.map(({ name, type }) => [name, type ?? ""]));
}

/** Lines of two texts, the second ones below each other. */
function alignedLines(texts: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...texts.map(([name]) => textWidth(name)));
  return texts.map(([name, about]) => `  ${name}${" ".repeat(width - textWidth(name))}  ${about}`.trimEnd());
}

/** A database as text: its tables with their sizes. */
export function describeTables(database: string, tables: readonly CatalogueTable[]): string {
  const listed = tables.slice(0, MAX_TABLES);
  const lines = alignedLines(listed.map(({ name, count }) => [name, count === null ? "" : `${count} rows`]));
  const more = tables.length - listed.length;
  return [
    `database ${database}: ${tables.length} table${tables.length === 1 ? "" : "s"}`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
