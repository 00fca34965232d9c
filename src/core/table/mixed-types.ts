import { ConfigError } from "../errors.ts";
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

const precisionOf = (type: string): number => Number(/\d+/.exec(type)?.[0] ?? 0);

const areAlike = (one: string, other: string): boolean =>
  one === other || (isDecimal(one) && isDecimal(other) && scaleOf(one) === scaleOf(other));

const mixed = (verb: string, name: string, one: string, other: string): ConfigError =>
  new ConfigError(
    `${verb}: ${JSON.stringify(name)} is ${one} in one column and ${other} in the other, and decimals are texts; cast both to one type in the query, or make both numbers: derive({ ${name}: (d) => +d[${JSON.stringify(name)}] })`,
  );
