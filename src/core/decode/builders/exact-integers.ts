import type { ServiceType } from "../../wire/service-type.ts";

/** Whether a value contains a BigInt, at any depth. */
export function holdsBig(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsBig);
}

/**
 * Converts a decoded value's integers to BigInt, at any depth, where the type is 64-bit. Used for columns with at
 * least one integer past ±2^53, so that all values of a column have one type.
 */
export function withBigIntegers(value: unknown, type: ServiceType): unknown {
  if (typeof value === "number") {
    const is64 = type.name === "bigint" || type.name === "long";
    return is64 && Number.isInteger(value) ? BigInt(value) : value;
  }
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  const { name, inner, fieldNames } = type;
  if (Array.isArray(value)) {
    if (name === "array" && inner[0])
      return value.map((item) => withBigIntegers(item, inner[0] as ServiceType));
    return value.map((item, i) => (inner[i] ? withBigIntegers(item, inner[i]) : (item as unknown)));
  }
  const out: Record<string, unknown> = {};
  Object.entries(value).forEach(([key, item], i) => {
    const itemType = name === "map" ? inner[1] : (inner[fieldNames.indexOf(key)] ?? inner[i]);
    Object.defineProperty(out, key, {
      value: itemType ? withBigIntegers(item, itemType) : item,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  });
  return out;
}
