/** As 32-bit halves, because reading a BigInt64Array allocates an object per value. */
export function halvesOf({ buffer, byteOffset, length }: BigInt64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length * 2);
}

/** Writes safe integers into `big` from `row` on as 32-bit halves, which avoids a BigInt object per value. */
export function setHalves(big: BigInt64Array, row: number, values: ArrayLike<number>): void {
  const halves = halvesOf(big);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    halves[2 * (row + i)] = value | 0;
    halves[2 * (row + i) + 1] = Math.floor(value / 0x1_0000_0000);
  }
}
