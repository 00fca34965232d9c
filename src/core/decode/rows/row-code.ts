import { BLOCK_ROWS } from "../../table/columns/text-column.ts";
import { IntegerBuilder, FloatBuilder, BooleanBuilder } from "../builders/array-builders.ts";
import type { AnyBuilder } from "../builders/column-builder.ts";
import { TextBuilder } from "../builders/text-builder.ts";
import type { ValueReader } from "./value-reader.ts";

// Rows are read by code that is made for the types of their columns: three times as fast as a loop that asks for each value's column.

/** Reads a value of any kind into its column. @returns the offset behind it, below 0 if the bytes end before. */
interface OneReader {
  readOne(from: ValueReader, column: number, at: number, row: number): number;
}

/**
 * Reads a row's values of some columns.
 *
 * @param one - Reads values that are unusual for their column.
 * @param columns - The columns, as `c0`, `c1`, ...
 * @param first - The place of the first of them in the row.
 * @param at - Offset of the first value.
 * @returns the offset behind the last value, below 0 if the bytes end before or soon after.
 */
export type ReadRun = (
  one: OneReader,
  columns: Readonly<Record<string, AnyBuilder>>,
  first: number,
  from: ValueReader,
  at: number,
  row: number,
) => number;

/** How a column's values are read: integers up to 53 bits, floats, booleans, texts; all others (V) one by one. */
export function letterOf(column: AnyBuilder): string {
  if (column instanceof IntegerBuilder) return column.bits === 64 ? "V" : "I";
  if (column instanceof FloatBuilder) return "F";
  if (column instanceof BooleanBuilder) return "B";
  return column instanceof TextBuilder ? "T" : "V";
}

/** Bytes of the longest value in a column of integers, floats or booleans. */
const LONGEST = 9;
/** Below this length a loop copies faster than `set`. */
const SHORT_TEXT = 100;

type Code = (column: string, other: string) => string;

/** Those of 8, 16 and 32 bits are one case, so that code which is compiled for some of them is not compiled again for others. */
const INTEGER: Code = (c, other) => `
  if ((x = bytes[at]) < 0x80 || x >= 0xe0) { ${c}.values[row] = x << 24 >> 24; at += 1; }
  else {
    y = view.getInt32(at + 1); z = 8 << (x & 3);
    if (x >= 0xd0 && x <= 0xd2) { ${c}.values[row] = y >> 32 - z; at += 1 + (z >> 3); }
    else if (x >= 0xcc && x <= 0xce && (x < 0xce || y >= 0 || ${c}.bits === 53)) { ${c}.values[row] = y >>> 32 - z; at += 1 + (z >> 3); }
    else if ((x === 0xcf || x === 0xd3) && ${c}.bits === 53 && y < 0x200000 && y > (x === 0xcf ? -1 : -0x200000)) {
      ${c}.values[row] = y * 0x100000000 + view.getUint32(at + 5); at += 9;
    }
    else if (x === 0xc0 && ${c}.nulls !== null) { ${c}.nulls[row] = 1; at += 1; }
    else { ${other} }
  }`;

const FLOAT: Code = (c, other) => `
  if ((x = bytes[at]) === 0xcb) { ${c}.values[row] = view.getFloat64(at + 1); at += 9; }
  else if (x === 0xca) { ${c}.values[row] = view.getFloat32(at + 1); at += 5; }
  else if (x === 0xc0 && ${c}.nulls !== null) { ${c}.nulls[row] = 1; at += 1; }
  else { ${other} }`;

const BOOLEAN: Code = (c, other) => `
  if ((x = bytes[at]) === 0xc2 || x === 0xc3) { ${c}.values[row] = x - 0xc2; at += 1; }
  else if (x === 0xc0) { ${c}.values[row] = 2; at += 1; }
  else { ${other} }`;

/** Four bytes at a time, in the order that needs no swap; the next text overwrites those behind the end. */
const TEXT: Code = (c, other) => `
  if (at + 2 > end) return -1;
  x = bytes[at]; y = at + 1;
  if ((x & 0xe0) === 0xa0) x &= 0x1f;
  else if (x === 0xd9) x = bytes[y++];
  else if (x === 0xc0 && ${c}.nulls !== null) { ${c}.nulls[slot] = 1; x = 0; }
  else x = ${SHORT_TEXT};
  z = ${c}.offsets[slot];
  if (x < ${SHORT_TEXT} && y + x + 4 <= end && z + x + 4 <= ${c}.bytes.length) {
    ${c}.offsets[slot + 1] = z + x;
    for (at = y + x; y < at; y += 4, z += 4) ${c}.view.setInt32(z, view.getInt32(y, true), true);
  } else { ${other} }`;

const CODES: Readonly<Record<string, Code>> = {
  I: INTEGER,
  F: FLOAT,
  B: BOOLEAN,
  T: TEXT,
  V: (_, other) => other,
};

/** By the letters of the columns: code that was run is compiled. Null: the process allows none. */
const compiledRuns = new Map<string, ReadRun | null>();

/** The code for columns, by their letters; null where code from text is not allowed (`--disallow-code-generation-from-strings`). */
export function readRun(letters: string): ReadRun | null {
  let run = compiledRuns.get(letters);
  if (run === undefined) compiledRuns.set(letters, (run = make(letters)));
  return run;
}

function make(letters: string): ReadRun | null {
  const lines = Array.from(letters, (letter, i) => {
    // Lengths are checked once for the values that are short.
    const length = LONGEST * (/^[IFB]*/.exec(letters.slice(i))?.[0].length ?? 0);
    const isFirst = length > 0 && !/[IFB]/.test(letters[i - 1] ?? "");
    const check = (bytes: number): string => (bytes > 0 ? `if (at + ${bytes} > end) return -1;` : "");
    const other = `if ((at = one.readOne(from, first + ${i}, at, row)) < 0) return at; ${check(length - LONGEST)}`;
    return `${isFirst ? check(length) : ""}${CODES[letter]?.(`c${i}`, other) ?? ""}`;
  });
  const names = Array.from(letters, (_, i) => `c${i}`).join(", ");
  const body = `
    const { ${names} } = columns, { bytes, view, end } = from, slot = row & ${BLOCK_ROWS - 1};
    let x = 0, y = 0, z = 0;
    ${lines.join("\n")}
    return at;`;
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- made of the texts above alone
    return new Function("one", "columns", "first", "from", "at", "row", body) as ReadRun;
  } catch {
    return null;
  }
}
