import { ConfigError } from "../errors.ts";
import { decimalText } from "../text/decimal-text.ts";
import { columnKind, parseServiceType, scaleOf } from "../wire/service-type.ts";
import { columnFacts } from "./expressions/column-kind.ts";
import type { Column } from "./columns/column.ts";
import { isDecimal } from "./value-order.ts";

/** A column that another was copied from. */
export interface CopiedFrom {
  readonly type: string | undefined;
  readonly column: Column | undefined;
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
export function typeOfMixed(verb: string, name: string, from: readonly CopiedFrom[]): string | null {
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
export function mixedDecimals(type: string, column: Column, from: readonly CopiedFrom[]): Column | null {
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
