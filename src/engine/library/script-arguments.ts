import type { DuckDBListVector, DuckDBValue, DuckDBVector } from "@duckdb/node-api";

/** A function argument over a chunk of rows. */
export interface ScriptArgument {
  readonly at: (row: number) => DuckDBValue;
  /** True if the value is the same in every row. */
  readonly constant: boolean;
}

/** Private members of the binding's vectors; the package's version is pinned for that. */
interface Inner {
  readonly dataView?: DataView<ArrayBuffer>;
  readonly validity: { readonly data: unknown; itemValid(row: number): boolean };
}

const ENTRY_WORDS = 4;

/** Reads an argument without the binding's allocations for repeated text and for lists. */
export function scriptArgument(vector: DuckDBVector, rows: number): ScriptArgument {
  const { dataView, validity } = vector as unknown as Inner;
  const type = String(vector.type);
  if (type === "VARCHAR" && dataView && validity.data === null) return textArgument(vector, dataView, rows);
  if (type.endsWith("[]") && "getEntryOffset" in vector)
    return listArgument(vector as DuckDBListVector, validity);
  return { at: (row) => vector.getItem(row), constant: rows === 1 };
}

/** DuckDB's strings take 16 bytes, with length and inlined text or address: equal bytes mean equal text. */
function textArgument(vector: DuckDBVector, view: DataView<ArrayBuffer>, rows: number): ScriptArgument {
  const words = new Uint32Array(view.buffer, view.byteOffset, rows * ENTRY_WORDS);
  const isSame = (a: number, b: number): boolean => {
    const [i, j] = [a * ENTRY_WORDS, b * ENTRY_WORDS];
    return (
      words[i] === words[j] &&
      words[i + 1] === words[j + 1] &&
      words[i + 2] === words[j + 2] &&
      words[i + 3] === words[j + 3]
    );
  };
  let constant = true;
  for (let row = 1; row < rows && constant; row++) constant = isSame(0, row);
  let last = -1;
  let value: DuckDBValue = null;
  return {
    constant,
    at(row) {
      if (last >= 0 && (constant || isSame(last, row))) return value;
      value = vector.getItem(row);
      last = row;
      return value;
    },
  };
}

function listArgument(vector: DuckDBListVector, validity: Inner["validity"]): ScriptArgument {
  const { childVector } = vector;
  const items = scriptArgument(childVector, childVector.itemCount);
  return {
    constant: false,
    at(row) {
      if (validity.data !== null && !validity.itemValid(row)) return null;
      const from = vector.getEntryOffset(row);
      const length = vector.getEntryLength(row);
      const list = new Array<DuckDBValue>(length);
      for (let i = 0; i < length; i++) list[i] = items.at(from + i);
      // A plain array: the functions know nothing of the engine's list values.
      return list as unknown as DuckDBValue;
    },
  };
}

/** Rows looked at before deciding whether values repeat. */
const SAMPLE = 256;

/** Evaluates a pure function over a chunk; cached by value when a single argument varies and its values repeat. */
export function eachRow(
  args: readonly ScriptArgument[],
  call: (...values: DuckDBValue[]) => DuckDBValue,
): (row: number) => DuckDBValue {
  const plain = (row: number): DuckDBValue => {
    const values = args.map((argument) => argument.at(row));
    return values.includes(null) ? null : call(...values);
  };
  const varying = args.filter(({ constant }) => !constant);
  const [one] = varying;
  if (one === undefined) {
    let value: DuckDBValue | undefined;
    return (row) => (value === undefined ? (value = plain(row)) : value);
  }
  if (varying.length > 1) return plain;
  const cache = new Map<DuckDBValue, DuckDBValue>();
  let count = 0;
  return (row) => {
    const key = one.at(row);
    // A Map treats -0 and 0 as the same key.
    if (Object.is(key, -0) || (count === SAMPLE && cache.size > SAMPLE / 2)) return plain(row);
    if (count < SAMPLE) count++;
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = plain(row)));
    return value;
  };
}
