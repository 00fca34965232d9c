/** As 32-bit halves, because reading a BigInt64Array allocates an object per value. */
export function halvesOf({ buffer, byteOffset, length }: BigInt64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length * 2);
}

/** Writes a safe integer as both halves of 64-bit integer number `at`. */
export function setHalf(halves: Int32Array, at: number, value: number): void {
  halves[2 * at] = value | 0;
  halves[2 * at + 1] = Math.floor(value / 0x1_0000_0000);
}

/** Writes safe integers into `big` from `row` on as 32-bit halves, which avoids a BigInt object per value. */
export function setHalves(big: BigInt64Array, row: number, values: ArrayLike<number>): void {
  const halves = halvesOf(big);
  for (let i = 0; i < values.length; i++) setHalf(halves, row + i, values[i] as number);
}
