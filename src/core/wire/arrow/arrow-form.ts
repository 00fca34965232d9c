import {
  binary,
  bool,
  dateDay,
  field,
  float64,
  int16,
  int32,
  int64,
  int8,
  list,
  map,
  nullType,
  struct,
  timestamp,
  TimeUnit,
  utf8,
  type DataType,
} from "@uwdata/flechette";
import { integerBits, scalarType } from "../../../dialect/types/scalar-types.ts";
import { decimalText } from "../../text/decimal-text.ts";
import { jsonText } from "../../text/json-text.ts";
import { columnKind, parseServiceType, scaleOf, type ServiceType } from "../service-type.ts";
import { uniqueNames } from "../unique-names.ts";

/** A column's Arrow type, and the conversion of its non-null values for the Arrow library. */
export interface ArrowForm {
  readonly type: DataType;
  readonly convert: (value: unknown) => unknown;
}

/** A value that does not match its column's type. */
export class ArrowValueError extends TypeError {
  override readonly name = "ArrowValueError";

  constructor(column: string, type: string, value: unknown) {
    const values =
      typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : jsonText(value).slice(0, 40);
    super(`column ${JSON.stringify(column)} of type ${type} holds ${values}`);
  }
}

const INTEGERS = { int8, int16, int32, int64 };

/**
 * The Arrow form of a service type: integers of the same width, floats as doubles, arrays as lists, maps with text keys, rows as structs.
 * Decimals, dates, times and JSON are text, as in all result formats.
 *
 * @throws ArrowValueError from `convert`.
 */
export function arrowForm(column: string, type: string): ArrowForm {
  return formOf(parseServiceType(type), (value) => {
    throw new ArrowValueError(column, type, value);
  });
}

type Refuse = (value: unknown) => never;

function formOf(type: ServiceType, refuse: Refuse): ArrowForm {
  const checked = (arrow: DataType, holds: (value: unknown) => boolean): ArrowForm => ({
    type: arrow,
    convert: (value) => (holds(value) ? value : refuse(value)),
  });
  const arrow = scalarType(type.name)?.arrow ?? "";
  switch (columnKind(type)) {
    case "integer":
      return integerForm(
        INTEGERS[arrow as keyof typeof INTEGERS](),
        integerBits(scalarType(type.name)) ?? 64,
        refuse,
      );
    case "float":
      return {
        type: float64(),
        convert: (value) =>
          typeof value === "number" || typeof value === "bigint" ? Number(value) : refuse(value),
      };
    case "boolean":
      return checked(bool(), (value) => typeof value === "boolean");
    case "decimal":
      return {
        type: utf8(),
        convert: (value) =>
          typeof value === "string" || typeof value === "number"
            ? decimalText(value, scaleOf(type))
            : refuse(value),
      };
    case "text":
      return checked(utf8(), (value) => typeof value === "string");
    default:
      return valueForm(type, arrow, refuse);
  }
}

/** The form of a nested value. The Arrow library does not support untyped nulls there, so they become text. */
function partForm(type: ServiceType, refuse: Refuse): ArrowForm {
  const form = formOf(type, refuse);
  return type.name === "unknown" ? { ...form, type: utf8() } : form;
}

function integerForm(type: DataType, bits: number, refuse: Refuse): ArrowForm {
  const limit = 2 ** (bits - 1);
  const convert = (value: unknown): unknown => {
    if (typeof value === "number" && Number.isInteger(value) && value >= -limit && value < limit)
      return value;
    if (typeof value !== "bigint" || BigInt.asIntN(bits, value) !== value) return refuse(value);
    return bits === 64 ? value : Number(value);
  };
  return { type, convert };
}

function valueForm(type: ServiceType, arrow: string, refuse: Refuse): ArrowForm {
  const { name, inner } = type;
  const [first, second] = inner.map((part) => partForm(part, refuse));
  if (name === "array" && first !== undefined) {
    const item = orNull(first);
    const convert = (value: unknown): unknown => (Array.isArray(value) ? value.map(item) : refuse(value));
    return { type: list(field("item", first.type)), convert };
  }
  if (name === "map" && second !== undefined) {
    const item = orNull(second);
    const convert = (value: unknown): unknown =>
      (entriesOf(value) ?? refuse(value)).map(([key, part]) => [key, item(part)]);
    return { type: map(field("key", utf8(), false), field("value", second.type)), convert };
  }
  if ((name === "row" || name === "struct") && inner.length > 0) return rowForm(type, refuse);
  switch (arrow) {
    case "binary":
      return {
        type: binary(),
        convert: (value) => {
          if (typeof value === "string") return Buffer.from(value);
          return value instanceof Uint8Array ? value : refuse(value);
        },
      };
    case "null":
      return { type: nullType(), convert: refuse };
    default:
      return { type: utf8(), convert: textOf };
  }
}

/** Fields without a name are named by number, as in Presto: `field0`. Values are lists of fields, or objects by field name. */
function rowForm({ inner, fieldNames }: ServiceType, refuse: Refuse): ArrowForm {
  const forms = inner.map((part) => partForm(part, refuse));
  const items = forms.map(orNull);
  const names = uniqueNames(fieldNames.map((name, i) => (name === "" ? `field${i}` : name)));
  const convert = (value: unknown): unknown => {
    const named = new Map(entriesOf(value));
    const parts: unknown[] = Array.isArray(value)
      ? value
      : fieldNames.flatMap((name) => (named.has(name) ? [named.get(name)] : []));
    if (parts.length !== items.length || (named.size > 0 && named.size !== items.length))
      return refuse(value);
    return Object.fromEntries(items.map((item, i) => [names[i], item(parts[i])]));
  };
  return { type: struct(forms.map(({ type }, i) => field(names[i] as string, type))), convert };
}

/** The entries of a map or object; null for anything else. */
function entriesOf(value: unknown): [string, unknown][] | null {
  if (value instanceof Map) return [...(value as Map<string, unknown>)];
  const isObject = typeof value === "object" && value !== null;
  if (!isObject || Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Date) return null;
  return Object.entries(value);
}

function orNull({ convert }: ArrowForm): (value: unknown) => unknown {
  return (value) => (value === null || value === undefined ? null : convert(value));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/**
 * The Arrow form of values of unknown type: whole numbers are int64, other numbers double, dates timestamps in ms; mixed values, lists and
 * objects are JSON text.
 *
 * @param timeZone - Time zone of dates. Null: none for a timestamp without a zone, else UTC.
 * @param serviceType - Type of the column, if known: days are date32.
 */
export function inferredForm(
  values: Iterable<unknown>,
  timeZone: string | null,
  serviceType: string | undefined,
): ArrowForm {
  const kinds = new Set<string>();
  for (const value of values) if (value !== null && value !== undefined) kinds.add(kindOf(value));
  const is = (...names: string[]): boolean => [...kinds].every((kind) => names.includes(kind));
  const as = (type: DataType, convert: ArrowForm["convert"] = (value) => value): ArrowForm => ({
    type,
    convert,
  });
  if (kinds.size === 0) return as(nullType());
  if (is("integer", "big")) return as(int64());
  if (is("integer", "float")) return as(float64(), Number);
  if (is("boolean")) return as(bool());
  if (is("binary")) return as(binary());
  if (is("date")) return as(dateType(serviceType, timeZone), Number);
  return as(utf8(), textOf);
}

function dateType(serviceType: string | undefined, timeZone: string | null): DataType {
  const { name } = parseServiceType(serviceType ?? "");
  if (name === "date" && timeZone === null) return dateDay();
  return timestamp(TimeUnit.MILLISECOND, timeZone ?? (name === "timestamp" ? null : "UTC"));
}

function kindOf(value: unknown): string {
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? "integer" : "float";
    case "bigint":
      if (BigInt.asIntN(64, value) !== value) return "wide";
      return Number.isSafeInteger(Number(value)) ? "integer" : "big";
    case "object":
      if (value instanceof Date) return "date";
      return value instanceof Uint8Array ? "binary" : "object";
    default:
      return typeof value;
  }
}
