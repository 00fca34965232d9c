import { ColumnTable } from "arquero";
import { ConfigError } from "../errors.ts";
import type { Column } from "./table.ts";
import { keyColumn, kindOf, type TypedTable } from "./text-order.ts";
import { isDecimal, scaleOf } from "./value-order.ts";

const NUMERIC = /^(?:tinyint|smallint|int|integer|bigint|long|float|real|double|decimal|numeric)\b/i;

/**
 * The type of a column that several columns were copied into; null if they differ. Decimals beside numbers without a type, such as a row of
 * sums, stay decimals.
 *
 * @throws ConfigError for decimals beside other numbers, whose texts differ for equal values.
 */
export function typeOfMixed(
  verb: string,
  name: string,
  types: readonly (string | undefined)[],
): string | null {
  const known = types.filter((type) => type !== undefined);
  const [type] = known;
  const decimal = known.find(isDecimal);
  if (decimal === undefined)
    return type !== undefined && types.every((other) => other === type) ? type : null;
  const other = known.find((one) => NUMERIC.test(one) && !areAlike(one, decimal));
  if (other !== undefined) throw mixed(verb, name, decimal, other);
  if (!known.every(isDecimal)) return null;
  return known.reduce((widest, one) => (precisionOf(one) > precisionOf(widest) ? one : widest));
}

/**
 * Refuses joins of decimals with what equal values would not match.
 *
 * @throws ConfigError
 */
export function refuseMixedKeys(verb: string, left: ColumnTable, args: readonly unknown[]): void {
  if (!/join|^(?:lookup|intersect|except)$/.test(verb)) return;
  for (const right of args.flat().filter((arg) => arg instanceof ColumnTable))
    for (const [here, there] of keyPairs(left, right, /join|lookup/.test(verb) ? args[1] : undefined)) {
      const types = [keyType(left, here), keyType(right, there)] as const;
      const decimal = types.find(isDecimal);
      if (decimal === undefined) continue;
      const other = types.find((type) => type !== undefined && !areAlike(type, decimal));
      if (other !== undefined) throw mixed(verb, here, decimal, other);
    }
}

/** The names of the columns that are compared with each other. */
function keyPairs(left: ColumnTable, right: ColumnTable, on: unknown): [string, string][] {
  const common = left.columnNames().filter((name) => right.columnNames().includes(name));
  if (on === undefined || on === null) return common.map((name) => [name, name]);
  if (typeof on === "function") return [];
  const [first, second = first] = [on].flat() as unknown[];
  const [heres, theres] = [[first].flat(), [second].flat()];
  return heres.flatMap((key, i): [string, string][] => {
    const [here, there] = [keyColumn(left, key), keyColumn(right, theres[i])];
    return here === null || there === null ? [] : [[here, there]];
  });
}

/** The type of a column; of one without type, what its values are if they are numbers. */
function keyType(table: TypedTable, name: string): string | undefined {
  const type = table.types?.[name];
  if (type !== undefined) return type;
  const column = table.column(name) as Column | undefined;
  return column !== undefined && /number|bigint/.test(kindOf(column) ?? "") ? "numbers" : undefined;
}

const precisionOf = (type: string): number => Number(/\d+/.exec(type)?.[0] ?? 0);

const areAlike = (one: string, other: string): boolean =>
  one === other || (isDecimal(one) && isDecimal(other) && scaleOf(one) === scaleOf(other));

const mixed = (verb: string, name: string, one: string, other: string): ConfigError =>
  new ConfigError(
    `${verb}: ${JSON.stringify(name)} is ${one} in one column and ${other} in the other, and decimals are texts; cast both to one type in the query, or make both numbers: derive({ ${name}: (d) => +d[${JSON.stringify(name)}] })`,
  );
