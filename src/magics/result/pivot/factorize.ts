import { DateColumn } from "../../../core/table/columns/date-column.ts";
import type { Column } from "../../../core/table/table.ts";
import {
  BLOCK_ROWS,
  TextColumn,
  type CodedBlock,
  type TextDictionary,
} from "../../../core/table/columns/text-column.ts";
import { decimalOrder } from "../../../core/text/decimal-text.ts";

/** A factorized column: distinct values in ascending order, null and NaN last, and a code per row. */
export interface Factor<T = unknown> {
  readonly values: readonly T[];
  readonly codes: Uint32Array;
}

/** Factorizes a column. Values of different types are distinct: 1 is not "1". */
export function factorize(column: Column): Factor {
  // Avoids a Date per row.
  if (column instanceof DateColumn) {
    const { values, codes } = factorizeValues(column.unixMs);
    return { values: values.map((ms) => (Number.isNaN(ms) ? null : new Date(ms as number))), codes };
  }
  return factorizeValues(column);
}

/** Factorizes combinations of several columns, in ascending order of the first, then the second, ... */
export function factorizeAll(columns: readonly Column[], rowCount: number): Factor<readonly unknown[]> {
  const [first, ...others] = columns.map(factorize);
  if (first === undefined) return { values: [[]], codes: new Uint32Array(rowCount) };
  const lists = { values: first.values.map((value) => [value]), codes: first.codes };
  return others.reduce(combine, lists);
}

function combine(lists: Factor<unknown[]>, next: Factor): Factor<unknown[]> {
  const width = next.values.length;
  const pairs = Float64Array.from(lists.codes, (code, row) => code * width + (next.codes[row] as number));
  const { values, codes } = factorizeValues(pairs);
  const split = (pair: number): unknown[] => {
    const first = Math.floor(pair / width);
    return [...(lists.values[first] as unknown[]), next.values[pair - first * width]];
  };
  return { values: (values as number[]).map(split), codes };
}

function factorizeValues(column: Column): Factor {
  const distinct = new DistinctValues();
  const codes = new Uint32Array(column.length);
  if (column instanceof TextColumn) {
    for (let row = 0; row < codes.length; row += BLOCK_ROWS) {
      const block = column.rawBlock(row);
      if (block !== null && "codes" in block) distinct.putCodes(block, codes.subarray(row, row + BLOCK_ROWS));
      else
        for (let at = row; at < row + BLOCK_ROWS && at < codes.length; at++)
          codes[at] = distinct.codeOf(column.at(at));
    }
  } else if (column instanceof Float64Array || column instanceof Int32Array) {
    for (let row = 0; row < codes.length; row++) codes[row] = distinct.codeOf(column[row]);
  } else {
    for (let row = 0; row < codes.length; row++) codes[row] = distinct.codeOf(column.at(row) ?? null);
  }
  return inOrder(distinct.values, codes);
}

class DistinctValues {
  /** By code, in order of first occurrence. */
  readonly values: unknown[] = [];
  readonly #codes = new Map<unknown, number>();
  readonly #objectCodes = new Map<string, number>();
  readonly #dictionaryCodes = new Map<TextDictionary, Int32Array>();

  codeOf(value: unknown): number {
    if (typeof value === "object" && value !== null)
      return this.#code(this.#objectCodes, objectKey(value), value);
    return this.#code(this.#codes, value, value);
  }

  /** Factorizes a dictionary block, looking up each distinct text once. */
  putCodes({ codes, dictionary }: CodedBlock, target: Uint32Array): void {
    const { strings } = dictionary;
    let dictionaryCodes = this.#dictionaryCodes.get(dictionary);
    if (dictionaryCodes === undefined)
      this.#dictionaryCodes.set(dictionary, (dictionaryCodes = new Int32Array(strings.length).fill(-1)));
    for (let row = 0; row < target.length; row++) {
      const text = codes[row] as number;
      if (dictionaryCodes[text] === -1) dictionaryCodes[text] = this.codeOf(strings[text]);
      target[row] = dictionaryCodes[text] as number;
    }
  }

  #code<K>(codes: Map<K, number>, key: K, value: unknown): number {
    let code = codes.get(key);
    if (code === undefined) codes.set(key, (code = this.values.push(value) - 1));
    return code;
  }
}

function inOrder(values: readonly unknown[], codes: Uint32Array): Factor {
  const order = Uint32Array.from(values, (_, code) => code);
  if (values.every(Number.isFinite)) {
    const numbers = values as readonly number[];
    order.sort((a, b) => (numbers[a] as number) - (numbers[b] as number));
  } else order.sort((a, b) => compareValues(values[a], values[b]));
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  for (let row = 0; row < codes.length; row++) codes[row] = ranks[codes[row] as number] as number;
  return { values: Array.from(order, (code) => values[code]), codes };
}

function objectKey(value: object): string {
  return value instanceof Date ? `Date ${value.getTime()}` : objectText(value);
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Compares a column's values: numbers, numeric text (decimals) and dates by size, then other text by code units, missing values last.
 */
function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
  if (typeof left === "string" || typeof right === "string") {
    const [first, second] = [String(left), String(right)];
    const [one, other] = [NUMBER.test(first), NUMBER.test(second)];
    if (one !== other) return one ? -1 : 1;
    if (one && Number(first) !== Number(second)) return Number(first) - Number(second);
    // Doubles are equal for different long decimals.
    const [low, high] = one ? [decimalOrder(first), decimalOrder(second)] : [first, second];
    return low < high ? -1 : low > high ? 1 : 0;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function comparable(cell: unknown): string | number | bigint | null {
  const value = cell instanceof Date ? cell.getTime() : cell;
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  return objectText(value);
}

/** The text of a value other than text or a date, such as a list; NaN and infinities inside stay distinct from null. */
export function objectText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" || (typeof inner === "number" && !Number.isFinite(inner))
      ? String(inner)
      : inner,
  );
}
