import { columnKind, type ServiceType } from "../wire/service-type.ts";
import { DecodeError } from "../errors.ts";

/**
 * The conversion of a scalar type's values in the statement protocol: integers exact (a number if safe, else BigInt), doubles from
 * texts such as `NaN`, binary as bytes. Null for the others, which are texts.
 */
export function statementScalar(type: ServiceType): ((value: unknown) => unknown) | null {
  const kind = columnKind(type);
  if (kind === "integer") return integer;
  if (kind === "float") return (value) => (typeof value === "number" ? value : floatOf(value));
  if (type.name === "boolean") return boolean;
  return type.name === "varbinary" ? bytes : null;
}

function boolean(value: unknown): unknown {
  if (typeof value !== "boolean") throw new DecodeError(`${shortJson(value)} is not true or false`);
  return value;
}

function bytes(value: unknown): Uint8Array {
  // Buffer ignores invalid base64.
  if (typeof value !== "string" || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new DecodeError(`${shortJson(value)} is not base64`);
  return new Uint8Array(Buffer.from(value, "base64"));
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** Unsafe integers arrive as digits (`parseExactJson`). */
function integer(value: unknown): unknown {
  if (Number.isSafeInteger(value)) return value;
  if (typeof value !== "string" || !/^-?\d+$/.test(value) || !isInt64(BigInt(value)))
    throw new DecodeError(`${shortJson(value)} is not an integer`);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

const FLOAT = /^(NaN|[+-]?Infinity|[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?)$/;

function floatOf(value: unknown): number {
  if (typeof value !== "string" || !FLOAT.test(value))
    throw new DecodeError(`${shortJson(value)} is not a number`);
  return Number(value);
}
