type TypedArray = Uint8Array | Int32Array | Uint32Array | Float64Array | BigInt64Array;

/** A copy of an array that has room for `length` values. */
export function larger<T extends TypedArray>(values: T, length: number): T {
  const copy = new (values.constructor as new (length: number) => T)(length);
  copy.set(values as never);
  return copy;
}
