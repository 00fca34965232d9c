import type { FORM, KIND } from "../../../core/wire/result-blocks.ts";

/** Bytes of a block, written at an offset aligned to eight. */
export interface BlockPart {
  readonly length: number;
  write(buffer: ArrayBufferLike, at: number): void;
}

/** A column of a block, whose parts are written once their lengths are known. */
export interface EncodedColumn {
  readonly kind: keyof typeof KIND;
  readonly form: keyof typeof FORM;
  readonly nulls: BlockPart | null;
  readonly bytes?: number;
  readonly lengthBytes?: number;
  readonly entries?: number;
  readonly parts: readonly BlockPart[];
}

/** Null mask of several batches, 1 where a row is null; null if there are no nulls. */
export function encodeNulls(
  pieces: readonly { readonly valid: Uint8Array | null }[],
  counts: readonly number[],
): BlockPart | null {
  if (!pieces.some(({ valid }) => valid !== null)) return null;
  const length = counts.reduce((sum, count) => sum + count, 0);
  return {
    length,
    write: (buffer, at) => {
      const nulls = new Uint8Array(buffer, at, length);
      let row = 0;
      pieces.forEach(({ valid }, i) => {
        const count = counts[i] as number;
        if (valid !== null) for (let j = 0; j < count; j++) nulls[row + j] = valid[j] === 0 ? 1 : 0;
        row += count;
      });
    },
  };
}
