import { columnKind, type ServiceType } from "../wire/service-type.ts";
import { DecodeError } from "../errors.ts";

/**
 * Decodes a value of the statement protocol: integers exact (a number if safe, else BigInt), binary as bytes, rows as
 * objects if all fields have names; decimals, dates and times as text.
 */
export function statementValue(value: unknown, type: ServiceType): unknown {
  if (value === null || value === undefined) return null;
  switch (columnKind(type)) {
    case "integer":
      return integer(value);
    case "float":
      return typeof value === "string" ? floatOf(value) : value;
    case "value":
      return nested(value, type);
    default:
      return value;
  }
}

/** Unsafe integers arrive as digits (`parseExactJson`). */
function integer(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (!/^-?\d+$/.test(value)) throw new DecodeError(`${JSON.stringify(value)} is not an integer`);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

const FLOAT = /^(NaN|[+-]?Infinity|[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?)$/i;

function floatOf(text: string): number {
  if (!FLOAT.test(text)) throw new DecodeError(`${JSON.stringify(text)} is not a number`);
  return Number(text);
}

function nested(value: unknown, { name, inner, fieldNames }: ServiceType): unknown {
  if (name === "varbinary" && typeof value === "string") return new Uint8Array(Buffer.from(value, "base64"));
  if (name === "array" && Array.isArray(value))
    return value.map((item) => statementValue(item, inner[0] ?? UNKNOWN));
  if (name === "row" && Array.isArray(value)) {
    const items = value.map((item, i) => statementValue(item, inner[i] ?? UNKNOWN));
    const allNamed = fieldNames.every((field) => field !== "") && new Set(fieldNames).size === items.length;
    return allNamed ? Object.fromEntries(items.map((item, i) => [fieldNames[i] as string, item])) : items;
  }
  if (name === "map" && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value as object).map(([key, item]) => [key, statementValue(item, inner[1] ?? UNKNOWN)]),
    );
  return value;
}

const UNKNOWN: ServiceType = { name: "unknown", inner: [], fieldNames: [] };
