import { columnKind, type ServiceType } from "../wire/service-type.ts";
import { DecodeError } from "../errors.ts";

/**
 * The conversion of a scalar type's values in the statement protocol: integers exact (a number if safe, else BigInt), doubles from
 * texts such as `NaN`, binary as bytes. Null for the others, which are texts.
 */
export function statementScalar(type: ServiceType): ((value: unknown) => unknown) | null {
  const kind = columnKind(type);
  if (kind === "integer") return integer;
  if (kind === "float") return (value) => (typeof value === "string" ? floatOf(value) : value);
  return type.name === "varbinary"
    ? (value) => (typeof value === "string" ? new Uint8Array(Buffer.from(value, "base64")) : value)
    : null;
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
