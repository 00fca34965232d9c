import { ConfigError } from "../../../errors.ts";
import { decimalText } from "../../../text/decimal-text.ts";
import { columnKind, memberType, parseServiceType, scaleOf } from "../../../wire/service-type.ts";
import { columnFacts } from "../../expressions/column-kind.ts";
import type { TypedTable } from "../../expressions/expression-names.ts";
import type { Column } from "../../columns/column.ts";
import { showAs } from "../../columns/column-display.ts";
import { isDecimal } from "../../value-order.ts";
import type { Origins } from "./origins.ts";

/** A column that another was copied from. */
interface CopiedFrom {
  readonly type: string | undefined;
  readonly column: Column | undefined;
}

interface CopiedTypes {
  readonly types: readonly (readonly [string, string])[];
  /** Columns whose values are written otherwise than the verb did. */
  readonly columns: readonly (readonly [string, Column])[];
}

/** The types of copied columns that have none yet: those that the columns that they were copied from agree on. They show as these. */
export function copiedTypes(verb: string, output: TypedTable, origins: Origins): CopiedTypes {
  const types: [string, string][] = [];
  const columns: [string, Column][] = [];
  for (const [name, own] of origins) {
    const column = output.column(name) as Column | undefined;
    if (column === undefined || Object.hasOwn(output.types ?? {}, name)) continue;
    const from = own.map(({ table, name: before, entries }): CopiedFrom => {
      const type = (table as TypedTable).types?.[before];
      return {
        type: entries ? memberType(type) : type,
        column: table.column(before) as Column | undefined,
      };
    });
    const type = typeOfMixed(verb, name, from);
    if (type !== null) {
      types.push([name, type]);
      const texts = mixedDecimals(type, column, from);
      if (texts !== null) columns.push([name, texts]);
    }
    showAs(column, from.map((one) => one.column)); // prettier-ignore
  }
  return { types, columns };
}

/** Decimals that have more digits than numbers are texts, and all that is refused of decimals is refused of these. */
const isText = ({ type, column }: CopiedFrom): boolean =>
  isDecimal(type) && column !== undefined && columnFacts(column, type).kind === "decimal";

/**
 * The type of a column that several columns were copied into; null if they differ. Decimals beside numbers without a type, such as a row of
 * sums, stay decimals.
 *
 * @throws ConfigError for decimals that are texts beside other numbers.
 */
function typeOfMixed(verb: string, name: string, from: readonly CopiedFrom[]): string | null {
  const types = from.map(({ type }) => type).filter((type) => type !== undefined);
  const [first] = types;
  if (first === undefined || from.every(({ type }) => type === first)) return first ?? null;
  const isNumber = (type: string): boolean => /^(?:integer|float)$/.test(columnKind(parseServiceType(type)));
  const other = types.find(isNumber);
  if (other !== undefined && from.some(isText))
    throw mixed(verb, name, types.find(isDecimal) ?? first, other);
  if (!types.every(isDecimal) || (types.length < from.length && !from.some(isText))) return null;
  const parsed = types.map(parseServiceType);
  const scale = Math.max(...parsed.map(scaleOf));
  const whole = Math.max(...parsed.map((type) => (type.parameters?.[0] ?? 38) - scaleOf(type)));
  return `decimal(${Math.min(38, whole + scale)},${scale})`;
}

/** A column of decimals of which some are texts, as texts of one scale; null if it is none. */
function mixedDecimals(type: string, column: Column, from: readonly CopiedFrom[]): Column | null {
  if (from.length < 2 || !isDecimal(type) || !from.some(isText)) return null;
  const scale = scaleOf(parseServiceType(type));
  return Array.from(column, (value) =>
    value === null || value === undefined ? value : decimalText(value, scale),
  );
}

const mixed = (verb: string, name: string, one: string, other: string): ConfigError =>
  new ConfigError(
    `${verb}: ${JSON.stringify(name)} is ${one} in one column and ${other} in the other, and decimals of more than 15 digits are texts; cast both to one type in the query, or make both numbers: derive({ ${name}: (d) => +d[${JSON.stringify(name)}] })`,
  );
