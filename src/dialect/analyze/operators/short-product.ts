import { betweenSql, chain, constant, engine, group, holds, type Sql } from "../../sql/tree.ts";
import { decimalOf } from "../../types/type.ts";
import { wholeDigits } from "../whole-digits.ts";
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
  /** Whether no factor is null. */
  readonly isThere: Sql;
}

/** A product of decimals, with its factors if they may have a {@link ShortProduct}. */
export function withFactors(product: Typed, x: Typed, y: Typed): Typed {
  const { precision, scale } = decimalOf(product.type);
  const factors = [x, y].flatMap((of) => factorsOf(of) ?? [of]);
  const scales = factors.map(({ type }) => decimalOf(type).scale);
  const isSimple = ({ sql, type, volatile }: Typed): boolean =>
    decimalOf(type).precision <= SHORT && volatile !== true && !holds(sql, "query");
  return precision > SHORT &&
    factors.length <= MOST_FACTORS &&
    factors.every(isSimple) &&
    scales.reduce((sum, one) => sum + one) === scale
    ? { ...product, product: { sql: product.sql, factors } }
    : product;
}

/** The factors of a product as it was written. */
const factorsOf = ({ sql, product }: Typed): readonly Typed[] | null =>
  product?.sql === sql ? product.factors : null;

/** Null for what is no product, and one whose factors have too many fraction digits. */
export function shortProduct(value: Typed): ShortProduct | null {
  const factors = factorsOf(value);
  const room = SHORT - decimalOf(value.type).scale;
  if (factors === null || room < OF_A_RATE * factors.length) return null;
  const alike = factors.map(() => Math.floor(room / factors.length));
  const rates = factors.map((_, i) => (i > 0 ? OF_A_RATE : room - OF_A_RATE * (factors.length - 1)));
  // The engine leaves out what a table's statistics tell, best with the first that holds.
  const splits = (factors.length > 2 ? [rates, alike] : [alike, rates]).map((rooms) =>
    within(factors, rooms),
  );
  const sql = chain(
    "*",
    factors.map((one) => group(one.sql)),
  );
  const present = factors.map((one) => engine`(${one.sql}) IS NOT NULL`);
  return { sql, fits: group(chain("OR", splits)), isThere: group(chain("AND", present)) };
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
  const nines = "9".repeat(digits).padStart(scale, "0");
  // The engine plans its own literals faster than casts of texts, of which a sum of products has many.
  const most = `${nines.slice(0, nines.length - scale)}.${nines.slice(nines.length - scale)}`;
  return betweenSql(not, x, constant(`-${most}`), constant(most));
}
