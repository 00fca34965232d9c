import { DAY_MS } from "../dates/calendar.ts";
import { integerBits, scalarType } from "../../dialect/types/scalar-types.ts";
import { BooleanColumn } from "../table/columns/boolean-column.ts";
import { DateColumn } from "../table/columns/date-column.ts";
import { NullableColumn } from "../table/columns/nullable-column.ts";
import { TextColumn } from "../table/columns/text-column.ts";
import { isNone } from "../table/is-none.ts";
import type { Column } from "../table/table.ts";
import { decimalText } from "../text/decimal-text.ts";
import { jsonText } from "../text/json-text.ts";
import type { LocalColumn } from "../wire/local-request.ts";
import { parseServiceType, type ServiceType } from "../wire/service-type.ts";
import type { FrameColumn } from "../write/frame.ts";
import { checkValue } from "../write/columns/upload-column.ts";
import { typeOfColumn } from "./type-of-column.ts";

/** A column as numbers or texts, which the engine converts to the column's type. */
export interface QuickColumn {
  readonly column: LocalColumn;
  readonly kind: "long" | "double" | "string";
  readonly values: Column;
}

/** Null for a column of lists, rows or bytes, and for one with values that its type does not hold. */
export function quickColumn({ name, values, type: declared }: FrameColumn): QuickColumn | null {
  const type = declared ?? typeOfColumn(values);
  const form = formOf(parseServiceType(type));
  const quick = form?.(values, name) ?? null;
  if (quick === null) return null;
  const { kind, inMs } = quick;
  return { column: { name, type, ...(inMs ? { inMs } : {}) }, kind, values: quick.values };
}

type QuickValues = Pick<QuickColumn, "kind" | "values"> & { readonly inMs?: true };
type QuickForm = (values: Column, name: string) => QuickValues | null;

function formOf({ name, parameters: [first = NaN, second = 0] = [] }: ServiceType): QuickForm | null {
  const scalar = scalarType(name);
  const bits = integerBits(scalar);
  if (bits !== null) return integers(bits);
  switch (scalar?.engine) {
    case "DOUBLE":
    case "FLOAT":
      return floats;
    case "BOOLEAN":
      return booleans;
    case "VARCHAR":
    case "JSON":
    case "UUID":
      return texts;
    case "DECIMAL":
      return Number.isNaN(first) ? null : textsLike((text) => isDecimal(text, first, second));
    case "DATE":
      return dates(DAY_MS, DAY);
    case "TIMESTAMP":
      return first > 6 ? null : dates(1, scalar.presto === "timestamp" ? TIME : ZONED_TIME);
    case "TIME":
      return scalar.presto === "time"
        ? textsLike((text) => /^\d\d:\d\d:\d\d(?:\.\d{1,6})?$/.test(text))
        : null;
    default:
      return null;
  }
}

/** Every value as `convert` gives it, nulls as null; null when one is refused by `undefined`. */
function each(values: Column, convert: (value: unknown, row: number) => unknown): unknown[] | null {
  const out = new Array<unknown>(values.length);
  for (let row = 0; row < values.length; row++) {
    const value: unknown = values.at(row);
    const stored = isNone(value) ? null : convert(value, row);
    if (stored === undefined) return null;
    out[row] = stored;
  }
  return out;
}

const as = (kind: QuickColumn["kind"], values: Column | null): QuickValues | null =>
  values && { kind, values };
const keptOf = (values: Column): unknown => (values instanceof NullableColumn ? values.values : values);

function integers(bits: number): QuickForm {
  const end = 2 ** (bits - 1);
  const isWithin = (value: unknown): boolean =>
    typeof value === "bigint"
      ? BigInt.asIntN(bits, value) === value
      : Number.isSafeInteger(value) &&
        (bits === 64 || ((value as number) >= -end && (value as number) < end));
  return (values) => {
    const form = keptOf(values);
    if (form instanceof BigInt64Array || form instanceof Int32Array)
      if (bits === 64) return as("long", values);
    return as(
      "long",
      each(values, (value) => (isWithin(value) ? value : undefined)),
    );
  };
}

const floats: QuickForm = (values) =>
  keptOf(values) instanceof Float64Array
    ? as("double", values)
    : as("double", each(values, (value) =>
        typeof value === "number" || (typeof value === "bigint" && BigInt(Number(value)) === value)
          ? Number(value)
          : undefined,
      )); // prettier-ignore

const booleans: QuickForm = (values) => {
  if (!(values instanceof BooleanColumn))
    return as(
      "long",
      each(values, (value) => (typeof value === "boolean" ? Number(value) : undefined)),
    );
  const nulls = values.codes.map((code) => (code === 2 ? 1 : 0));
  return as("long", new NullableColumn(Int32Array.from(values.codes), nulls));
};

/** Values other than texts are JSON, as in a column of mixed values. */
const texts: QuickForm = (values, name) =>
  as(
    "string",
    values instanceof TextColumn
      ? values
      : each(values, (value, row) => {
          if (typeof value !== "string") return jsonText(value);
          checkValue(value, name, row);
          return value;
        }),
  );

const textsLike =
  (fits: (text: string) => boolean): QuickForm =>
  (values) =>
    as("string", each(values, (value) => {
      const text = typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? decimalText(value) : "";
      return fits(text) ? text : undefined;
    })); // prettier-ignore

/** The engine would round more digits. */
function isDecimal(text: string, precision: number, scale: number): boolean {
  const [, whole, fraction = ""] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return false;
  const first = whole.search(/[1-9]/);
  const wholeDigits = first < 0 ? 1 : whole.length - first;
  let fractionDigits = fraction.length;
  while (fractionDigits > 1 && fraction[fractionDigits - 1] === "0") fractionDigits--;
  return fractionDigits <= scale && wholeDigits <= Math.max(1, precision - scale);
}

/** Times as the engine reads them; other years are converted one by one. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/;
const ZONED_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? UTC$/;

function dates(unitMs: number, form: RegExp): QuickForm {
  return (values) => {
    let inMs = values instanceof DateColumn;
    if (!inMs) {
      const stored = each(values, (value) => {
        if (value instanceof Date) inMs = true;
        return typeof value === "string" && form.test(value) ? value.replace(/ UTC$/, "") : undefined;
      });
      if (!inMs) return as("string", stored);
    }
    const unixMs = Float64Array.from({ length: values.length }, (_, row) => {
      const value: unknown = values instanceof DateColumn ? values.unixMs[row] : values.at(row);
      return isNone(value)
        ? NaN
        : typeof value === "number"
          ? value
          : value instanceof Date
            ? value.getTime()
            : Infinity;
    });
    if (!unixMs.every((ms) => Number.isNaN(ms) || ms % unitMs === 0)) return null;
    const nulls = Uint8Array.from(unixMs, (ms) => (Number.isNaN(ms) ? 1 : 0));
    return { kind: "double", values: new NullableColumn(unixMs, nulls), inMs: true };
  };
}
