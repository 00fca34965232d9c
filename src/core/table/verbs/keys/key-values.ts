import { ColumnTable, parse } from "arquero";
import type { Column } from "../../columns/column.ts";
import { valueOrderOf } from "../../value-order.ts";
import { columnFacts } from "../../expressions/column-kind.ts";
import { compiledText, CompiledText } from "../../expressions/compiled-text.ts";
import type { TypedTable } from "../../expressions/expression-names.ts";

/** The values of a key or a criterion, and what sorts them if they do not sort by themselves. */
export interface KeyValues {
  readonly column: Column;
  readonly order: ((value: unknown) => unknown) | null;
}

/** What sorts the values among themselves: numbers sort as they are, also those of decimals. */
export const orderWithin = ({ column, order }: KeyValues): KeyValues["order"] =>
  order !== null && columnFacts(column).kind === "number" ? null : order;

/**
 * The values of a column, by its name, or of an expression for each row.
 *
 * @throws Error for a column that is not there, and for window functions, which keys and criteria have none of.
 */
export function keyValues(table: TypedTable, key: unknown): KeyValues {
  if (typeof key === "string") {
    const column = table.column(key) as Column | undefined;
    if (column === undefined) throw new Error(`Unrecognized column: "${key}"`);
    return { column, order: valueOrderOf(table.types?.[key]) };
  }
  const expression = compiledText([table], key);
  const result = expression instanceof CompiledText ? expression.result : null;
  if (result?.column !== undefined && result.picked !== true) return keyValues(table, result.column.name);
  const named = { key: expression };
  if (!Object.hasOwn(Object(expression) as object, "escape")) parse(named, { table, window: false });
  const derivedTable = ColumnTable.prototype.derive.call(table, named as never, { drop: true });
  return {
    column: derivedTable.column("key") as unknown as Column,
    order: result?.type === undefined ? null : valueOrderOf(result.type),
  };
}
