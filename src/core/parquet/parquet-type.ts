import type { SchemaElement } from "hyparquet";
import { DAY_MS, parseDateText } from "../dates/calendar.ts";
import { rowNames } from "../decode/nested-values.ts";
import { ConfigError } from "../errors.ts";
import { isNone } from "../table/is-none.ts";
import { isWellFormed } from "../text/visible-text.ts";
import { scalarType } from "../../dialect/types/scalar-types.ts";
import { columnKind, parseServiceType, type ServiceType } from "../wire/service-type.ts";
import { decimalText } from "../text/decimal-text.ts";
import { writtenFields, jsonText } from "../text/json-text.ts";
import { Misfit } from "./misfit.ts";

export interface ParquetType {
  /** The column's schema element, followed by its children. */
  readonly schema: (name: string) => SchemaElement[];
  /** Converts a non-null value for the writer. @throws Misfit for a value that the type can't hold. */
  readonly store: (value: never) => unknown;
}

function misfit(value: unknown): never {
  throw new Misfit(value);
}

const text = (value: unknown): string => (typeof value === "string" ? wholeText(value) : misfit(value));

/** Bytes of UTF-8 can't hold half a character; a reader would find another text. */
function wholeText(value: string): string {
  if (isWellFormed(value)) return value;
  throw new ConfigError(
    `a text holds half a character (a lone surrogate): ${JSON.stringify(value.slice(0, 40))}`,
  );
}

/** A scalar type. */
function plain<T>(element: Omit<SchemaElement, "name">, store: (value: T) => unknown): ParquetType {
  return { schema: (name) => [{ name, repetition_type: "OPTIONAL", ...element }], store };
}

const inInt64 = (value: bigint): bigint => (BigInt.asIntN(64, value) === value ? value : misfit(value));

function integer(bits: 8 | 16 | 32): ParquetType {
  const end = 2 ** (bits - 1);
  const element = bits === 32 ? {} : ({ converted_type: `INT_${bits}` } as const);
  return plain({ type: "INT32", ...element }, (value: number | bigint) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= -end && number < end ? number : misfit(value);
  });
}

export const INT64 = plain({ type: "INT64" }, (value: number | bigint) => {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) misfit(value);
  return inInt64(BigInt(value));
});

const FLOAT = plain({ type: "FLOAT" }, (value: number) =>
  typeof value === "number" && isFloat(value) ? value : misfit(value),
);

/** Decimal digits that tell any two 32-bit floats apart. */
const FLOAT_DIGITS = 9;

/** Whether a number is a 32-bit float, or the short decimal that services write for one: `1.1` for 1.10000002384185791. */
function isFloat(value: number): boolean {
  const float = Math.fround(value);
  if (Object.is(float, value)) return true;
  for (let digits = FLOAT_DIGITS; digits > 0; digits -= 1)
    if (Number(float.toPrecision(digits)) === value) return true;
  return false;
}

export const DOUBLE = plain({ type: "DOUBLE" }, (value: number | bigint) =>
  typeof value === "number" || (typeof value === "bigint" && BigInt(Number(value)) === value)
    ? Number(value)
    : misfit(value),
);

export const BOOLEAN = plain({ type: "BOOLEAN" }, (value: boolean) =>
  typeof value === "boolean" ? value : misfit(value),
);

export const TEXT = plain({ type: "BYTE_ARRAY", converted_type: "UTF8" }, text);

/** Any value: text unchanged, others as JSON. */
export const ANY_TEXT: ParquetType = {
  ...TEXT,
  store: (value: unknown) => (typeof value === "string" ? wholeText(value) : jsonText(value)),
};

/** Any value, as JSON. */
export const JSON_TEXT: ParquetType = { ...TEXT, store: (value: unknown) => jsonText(value) };

export const BINARY = plain({ type: "BYTE_ARRAY" }, (value: Uint8Array) =>
  value instanceof Uint8Array ? value : misfit(value),
);

/** Unix ms of a text; engines write years outside of 0 to 9999 as `-0044-03-15`, `10000-01-01` and `+10000-01-01`. */
function unixMsOf(value: string): number | null {
  const [, sign = "", year = "", rest = ""] = /^([+-]?)(\d{4,6})(-\d\d-\d\d.*)$/.exec(value) ?? [];
  return parseDateText(year === "" ? value : `${sign || "+"}${year.padStart(6, "0")}${rest}`);
}

const DATE = plain({ type: "INT32", converted_type: "DATE" }, (value: string | Date) => {
  const unixMs = value instanceof Date ? value.getTime() : unixMsOf(text(value));
  return unixMs === null || unixMs % DAY_MS !== 0 ? misfit(value) : unixMs / DAY_MS;
});

/** A timestamp; its text has at most as many fraction digits as the unit. */
function timestamp(isAdjustedToUTC: boolean, unit: "MICROS" | "NANOS"): ParquetType {
  const digits = unit === "MICROS" ? 6 : 9;
  const logical_type = { type: "TIMESTAMP", isAdjustedToUTC, unit } as const;
  return plain({ type: "INT64", logical_type }, (value: string | Date) => {
    const [, fraction = ""] = value instanceof Date ? [] : (/\.(\d+)/.exec(text(value)) ?? []);
    const unixMs = value instanceof Date ? value.getTime() : unixMsOf(value.replace(`.${fraction}`, ""));
    if (unixMs === null || /[1-9]/.test(fraction.slice(digits))) misfit(value);
    return inInt64(
      BigInt(unixMs) * 10n ** BigInt(digits - 3) + BigInt(fraction.slice(0, digits).padEnd(digits, "0")),
    );
  });
}

/** Untyped dates: instants, in microseconds. */
export const INSTANT = timestamp(true, "MICROS");

const TIME = plain(
  {
    type: "INT64",
    converted_type: "TIME_MICROS",
    logical_type: { type: "TIME", isAdjustedToUTC: false, unit: "MICROS" },
  },
  (value: string) => {
    const [, hours, minutes, seconds, fraction = ""] =
      /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/.exec(text(value)) ?? [];
    if (seconds === undefined) misfit(value);
    return (
      BigInt((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000_000n +
      BigInt(fraction.padEnd(6, "0"))
    );
  },
);

function decimal(precision: number, scale: number): ParquetType {
  const bytes = Math.ceil((precision * Math.log2(10) + 1) / 8);
  const type = precision <= 9 ? "INT32" : precision <= 18 ? "INT64" : "FIXED_LEN_BYTE_ARRAY";
  const length = type === "FIXED_LEN_BYTE_ARRAY" ? { type_length: bytes } : {};
  return plain(
    { type, ...length, converted_type: "DECIMAL", precision, scale },
    (value: string | number | bigint) => {
      const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimalText(value)) ?? [];
      if (whole === undefined || /[1-9]/.test(fraction.slice(scale))) misfit(value);
      const unscaled = BigInt(sign + whole + fraction.slice(0, scale).padEnd(scale, "0"));
      return unscaled < 10n ** BigInt(precision) && unscaled > -(10n ** BigInt(precision))
        ? unscaled
        : misfit(value);
    },
  );
}

function list(item: ParquetType): ParquetType {
  return {
    schema: (name) => [
      { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...item.schema("element"),
    ],
    store: (value: ArrayLike<unknown>) =>
      isList(value) ? Array.from(value, (inner) => storeNullable(item, inner)) : misfit(value),
  };
}

/** Arrays, and typed ones. */
const isList = (value: unknown): boolean =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** @param keyOf - Converts an object's key, which is text, to the key type. */
function map(key: ParquetType, item: ParquetType, keyOf: (text: string) => unknown): ParquetType {
  return {
    schema: (name) => [
      { name, repetition_type: "OPTIONAL", converted_type: "MAP", num_children: 1 },
      { name: "key_value", repetition_type: "REPEATED", num_children: 2 },
      ...key
        .schema("key")
        .map((element, at) => (at === 0 ? { ...element, repetition_type: "REQUIRED" as const } : element)),
      ...item.schema("value"),
    ],
    store: (value: object) =>
      (writtenFields(value) ?? misfit(value)).map(([name, inner]) => ({
        key: storeNullable(key, keyOf(name)),
        value: storeNullable(item, inner),
      })),
  };
}

function struct(type: ServiceType, texts: ParquetType): ParquetType {
  const fields = type.inner.map(
    (inner, at) => [type.fieldNames[at] ?? "", parquetType(inner, texts)] as const,
  );
  return {
    schema: (name) => [
      { name, repetition_type: "OPTIONAL", num_children: fields.length },
      ...fields.flatMap(([field, inner]) => inner.schema(field)),
    ],
    store: (value: object) => {
      const valueByField = new Map(
        (writtenFields(value, type) ?? misfit(value)).map(([field, inner]) => [field, inner]),
      );
      return Object.fromEntries(
        fields.map(([field, inner]) => [field, storeNullable(inner, valueByField.get(field))]),
      );
    },
  };
}

/** Converts a value for the writer; null if missing. */
export function storeNullable(type: ParquetType, value: unknown): unknown {
  return isNone(value) ? null : type.store(value as never);
}

const WHOLE = new Map<string, ParquetType>([
  ["boolean", BOOLEAN],
  ["int8", integer(8)],
  ["int16", integer(16)],
  ["int32", integer(32)],
  ["int64", INT64],
  ["float", FLOAT],
  ["double", DOUBLE],
  ["bytes", BINARY],
  ["date", DATE],
  ["json", JSON_TEXT],
]);

/**
 * Parquet type of a service type. Types without an equivalent become text, as JSON if necessary.
 *
 * @param texts - What texts become, also in lists, maps and rows.
 */
export function parquetType(type: ServiceType, texts: ParquetType = TEXT): ParquetType {
  const { name, inner, parameters: [precision, scale = 0] = [] } = type;
  const digits = precision ?? 3;
  const form = scalarType(name)?.parquet ?? name;
  switch (form) {
    case "decimal":
      return precision === undefined || !(precision <= 38) ? texts : decimal(precision, scale);
    case "time":
      return digits > 6 ? texts : TIME;
    case "timestamp":
    case "instant":
      return digits > 9 ? texts : timestamp(form === "instant", digits > 6 ? "NANOS" : "MICROS");
    case "array":
      return inner[0] ? list(parquetType(inner[0], texts)) : JSON_TEXT;
    case "map":
      return inner[0] && inner[1]
        ? map(keyType(inner[0]), parquetType(inner[1], texts), keyReader(inner[0]))
        : JSON_TEXT;
    case "row":
    case "struct":
      return rowNames(type) === null ? JSON_TEXT : struct(type, texts);
    case "text":
      return texts;
    default:
      return WHOLE.get(form) ?? (columnKind(type) === "text" ? texts : JSON_TEXT);
  }
}

/** Keys of an object are texts. Those of lists, maps, rows and bytes can't be read back from them, so they stay texts. */
const keyType = (type: ServiceType): ParquetType =>
  columnKind(type) === "value" && !/^(time|timestamp)\b/.test(type.name) ? TEXT : parquetType(type, TEXT);

function keyReader(type: ServiceType): (text: string) => unknown {
  const kind = columnKind(type);
  if (kind === "integer") return (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);
  if (kind === "float") return Number;
  return kind === "boolean" ? (text) => text === "true" : (text) => text;
}

export const parquetTypeOf = (text: string, texts: ParquetType = TEXT): ParquetType =>
  parquetType(parseServiceType(text), texts);
