import type { ServiceType } from "../../wire/service-type.ts";

/** Whether a value contains a BigInt, at any depth. */
export function holdsBig(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsBig);
}

/** The conversion of 64-bit integers to BigInt, for columns with an integer past ±2^53, so that all values have one type. */
export const toBigInteger = ({ name }: ServiceType): ((value: unknown) => unknown) | null =>
  name === "bigint" || name === "long"
    ? (value) => (Number.isInteger(value) ? BigInt(value as number) : value)
    : null;
