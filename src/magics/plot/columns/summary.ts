/** A range; low is above high if there is no number. */
export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** What one look at a column's numbers tells. */
export interface Summary extends Extent {
  readonly finite: number;
  readonly infinite: number;
  /** Whether all numbers are whole; some may be missing. */
  readonly isWhole: boolean;
  /** Whether the numbers strictly increase or decrease. */
  readonly isSorted: boolean;
  /** Whether the numbers are whole or evenly spaced, like years and ranges and unlike measures. */
  readonly isGraduated: boolean;
}

export function summaryOf(numbers: ArrayLike<number>): Summary {
  const count = numbers.length;
  const [first = NaN, second = NaN] = [numbers[0], numbers[1]];
  let [low, high, finite, infinite] = [Infinity, -Infinity, 0, 0];
  let [isWhole, rises, falls, isGraduated] = [true, first === first, first === first, true];
  for (let row = 0, before = NaN; row < count; row += 1) {
    const value = numbers[row] ?? NaN;
    const isMissing = value !== value;
    if (value - value === 0) {
      finite += 1;
      if (value < low) low = value;
      if (value > high) high = value;
    } else if (!isMissing) infinite += 1;
    const whole = Number.isInteger(value);
    if (!whole && !isMissing) isWhole = false;
    if (isGraduated && !whole)
      isGraduated = Math.abs((value - first) / (second - first) - row) < 1e-6 * (row + 1);
    if (row > 0) {
      if (!(value > before)) rises = false;
      if (!(value < before)) falls = false;
    }
    before = value;
  }
  return { low, high, finite, infinite, isWhole, isSorted: rises || falls, isGraduated };
}

/** The range of some numbers, without infinite and missing ones. */
export function extentOf(numbers: Iterable<number | null>): Extent {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    if (value === null || value - value !== 0) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
