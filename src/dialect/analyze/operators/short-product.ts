import { betweenSql, chain, constant, engine, group, holds, type Sql } from "../../sql/tree.ts";
import { engineType } from "../../types/engine-type.ts";
import { decimal, decimalOf } from "../../types/type.ts";
import { allDigits, wholeDigits } from "../whole-digits.ts";
import type { Typed } from "../typed.ts";

/** Digits of a decimal that the engine computes in 64 bits: ten times as fast as in 128. */
export const SHORT = 18;

/** Factors that are checked one by one. */
const MOST_FACTORS = 3;
/** Digits before the point of a factor such as `1 - discount`. */
const OF_A_RATE = 2;

/** A product in {@link SHORT} digits, with the condition on its factors in which it has no more. */
export interface ShortProduct {
  readonly sql: Sql;
  readonly fits: Sql;
}

/** A product of decimals, with its factors if they may have a {@link ShortProduct}. */
export function withFactors(product: Typed, x: Typed, y: Typed): Typed {
  const { precision, scale } = decimalOf(product.type);
  const factors = [x, y].flatMap((of) => factorsOf(of) ?? [of]);
  const scales = factors.map(({ type }) => decimalOf(type).scale);
  const isSimple = ({ sql, type, volatile }: Typed): boolean =>
    decimalOf(type).precision <= SHORT && volatile !== true && !holds(sql, "query");
  if (
    precision <= SHORT ||
    factors.length > MOST_FACTORS ||
    !factors.every(isSimple) ||
    scales.reduce((sum, one) => sum + one) !== scale
  )
    return product;
  const short = chain(
    "*",
    factors.map((one) => group(one.sql)),
  );
  return { ...product, product: { sql: product.sql, short, factors: [factors] } };
}

/** The factors of a product as it was written. */
const factorsOf = (value: Typed): readonly Typed[] | null => {
  const { factors } = productOf(value) ?? { factors: [] };
  return factors.length === 1 ? factors[0]! : null;
};

const productOf = ({ sql, product }: Typed): Typed["product"] | null =>
  product?.sql === sql ? product : null;

/**
 * One of several values, of which some are products.
 *
 * @param write - The value from those that it may be.
 */
export function withProducts(
  value: Typed,
  branches: readonly Typed[],
  write: (of: readonly Sql[]) => Sql,
): Typed {
  const products = branches.map(productOf);
  if (!products.some((one) => one != null)) return value;
  const type = engineType(decimal(SHORT, decimalOf(value.type).scale));
  const isShort = branches.every((one, i) => products[i] != null || allDigits(one) <= SHORT);
  if (!isShort || holds(value.sql, "query")) return value;
  const short = write(branches.map((one, i) => products[i]?.short ?? engine`CAST(${one.sql} AS ${type})`));
  return {
    ...value,
    product: { sql: value.sql, short, factors: products.flatMap((one) => one?.factors ?? []) },
  };
}

/** Null for what holds no product, and for one whose factors have too many fraction digits. */
export function shortProduct(value: Typed): ShortProduct | null {
  const product = productOf(value);
  const room = SHORT - decimalOf(value.type).scale;
  if (product == null || product.factors.some((of) => room < OF_A_RATE * of.length)) return null;
  const fits = product.factors.map((of) => isWithin(of, room));
  return { sql: product.short, fits: fits.length === 1 ? fits[0]! : group(chain("AND", fits)) };
}

/** Whether the factors have so few digits before their points that the product has no more than `room`. */
function isWithin(factors: readonly Typed[], room: number): Sql {
  const alike = factors.map(() => Math.floor(room / factors.length));
  const rates = factors.map((_, i) => (i > 0 ? OF_A_RATE : room - OF_A_RATE * (factors.length - 1)));
  // The engine leaves out what a table's statistics tell, best with the first that holds.
  const splits = (factors.length > 2 ? [rates, alike] : [alike, rates]).map((rooms) =>
    within(factors, rooms),
  );
  return group(chain("OR", splits));
}

/** Whether no factor has more digits before its point than the room that it has. */
function within(factors: readonly Typed[], rooms: readonly number[]): Sql {
  const tests = factors.flatMap((one, i) => {
    const [room, { scale }] = [rooms[i]!, decimalOf(one.type)];
    return wholeDigits(one) > room ? [hasDigits(one.sql, room + scale, scale)] : [];
  });
  return tests.length === 0 ? engine`TRUE` : group(chain("AND", tests));
}

/** Whether a decimal has at most so many digits. @param not - Whether it has more */
export function hasDigits(x: Sql, digits: number, scale: number, not = false): Sql {
  // The engine plans its own literals faster than casts of texts, of which a sum of products has many.
  const most = unscaled("9".repeat(digits), scale);
  return betweenSql(not, x, constant(`-${most}`), constant(most));
}

/** The engine's literal of a decimal with these digits. */
export function unscaled(digits: string, scale: number): string {
  const all = digits.padStart(scale, "0");
  return `${all.slice(0, all.length - scale)}.${all.slice(all.length - scale)}`;
}
