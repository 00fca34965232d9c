import { setHalves } from "../../blocks/halves.ts";
import type { ColumnData } from "../../blocks/column-data.ts";
import { NullableColumn } from "../../table/columns/nullable-column.ts";
import { BLOCK_ROWS, TextColumn } from "../../table/columns/text-column.ts";
import type { Column } from "../../table/table.ts";
import type { UploadColumn } from "../columns/upload-column.ts";

/** The rows of a column of numbers or texts from `from` to before `to`, in one piece or several; views of the column where it has their form. */
export function columnPieces(
  { kind, values }: Pick<UploadColumn, "kind" | "values">,
  from: number,
  to: number,
): ColumnData[] {
  if (kind === "string")
    return values instanceof TextColumn ? textPieces(values, from, to) : [texts(values, from, to)];
  const [numbers, mask] = values instanceof NullableColumn ? [values.values, values.nulls] : [values, null];
  const nulls = mask?.subarray(from, to) ?? null;
  if (numbers instanceof BigInt64Array) return [{ kind: "int64", values: numbers.subarray(from, to), nulls }];
  const as = kind === "long" ? "integer" : "float";
  if (numbers instanceof Float64Array || numbers instanceof Int32Array)
    return [{ kind: as, values: numbers.subarray(from, to), nulls }];
  return [mixedNumbers(as, values, from, to)];
}

/** Texts that are still undecoded bytes stay bytes. */
function textPieces(column: TextColumn, from: number, to: number): ColumnData[] {
  const pieces: ColumnData[] = [];
  for (let row = from; row < to;) {
    const block = column.rawBlock(row);
    const first = row % BLOCK_ROWS;
    const count = Math.min(BLOCK_ROWS - first, to - row);
    if (block === null) pieces.push(texts(column, row, row + count));
    else if ("codes" in block)
      pieces.push({
        kind: "coded",
        entries: block.dictionary,
        codes: block.codes.subarray(first, first + count),
      });
    else {
      const { bytes, offsets, nulls } = block;
      pieces.push({
        kind: "utf8",
        bytes,
        offsets: offsets.subarray(first, first + count + 1),
        nulls: nulls?.subarray(first, first + count) ?? null,
      });
    }
    row += count;
  }
  return pieces;
}

function texts(column: Column, from: number, to: number): ColumnData {
  return {
    kind: "text",
    values: Array.from({ length: to - from }, (_, i) => column.at(from + i) as string | null),
  };
}

/** Numbers of a plain array; BigInts among integers make all 64 bits wide. */
function mixedNumbers(kind: "integer" | "float", column: Column, from: number, to: number): ColumnData {
  const values = new Float64Array(to - from);
  const nulls = new Uint8Array(to - from);
  const big = new Map<number, bigint>();
  for (let row = from; row < to; row++) {
    const value = column.at(row) as number | bigint | null;
    if (value === null) nulls[row - from] = 1;
    else if (kind === "integer" && typeof value === "bigint") big.set(row - from, value);
    else values[row - from] = Number(value);
  }
  if (big.size === 0) return { kind, values, nulls: nulls.includes(1) ? nulls : null };
  const wide = new BigInt64Array(values.length);
  setHalves(wide, 0, values);
  for (const [row, value] of big) wide[row] = value;
  return { kind: "int64", values: wide, nulls };
}
