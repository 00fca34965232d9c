/** A decimal as an integer, with room for the digits of any scale; other values as numbers. */
export function decimalOrder(value: unknown): bigint | number {
  const [, whole, part = ""] = /^(-?\d+)(?:\.(\d{0,38}))?$/.exec(String(value)) ?? [];
  return whole === undefined ? Number(value) * 1e38 : BigInt(whole + part.padEnd(38, "0"));
}
