import type {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
} from "@duckdb/node-api";
import type { Type } from "../../dialect/types/type.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { engineFieldName } from "../../dialect/types/engine-type.ts";

const two = (part: number): string => String(part).padStart(2, "0");
const DAY_MICROS = 86_400_000_000n;

/** Formats DuckDB's dates, timestamps and decimals as the dialect shows them. */
export function columnText(type: Type, dialect: Dialect): (value: never) => string {
  switch (type.kind) {
    case "date":
      return (value: DuckDBDateValue) => dateText(value.days);
    case "timestamp":
      return (value: DuckDBTimestampValue) =>
        timestampText(value.micros, dialect === "hive" ? null : type.precision);
    case "decimal":
      return engineDecimalText;
    default:
      throw new Error(`type ${type.kind} has no text form`);
  }
}

/** Days of 400 years, after which the calendar repeats. */
const CYCLE_DAYS = 146_097;
/** Days of the engine's infinities. */
const ENDLESS_DAYS = 2_147_483_647;

/** `2024-02-29` from days since 1970-01-01. */
export function dateText(days: number): string {
  if (Math.abs(days) >= ENDLESS_DAYS) return days > 0 ? "infinity" : "-infinity";
  // JavaScript's own dates end in the year 275760.
  const cycles = Math.trunc(days / CYCLE_DAYS);
  const date = new Date((days - cycles * CYCLE_DAYS) * 86_400_000);
  const year = date.getUTCFullYear() + cycles * 400;
  const digits = String(Math.abs(year)).padStart(4, "0");
  const text = `${year < 0 ? "-" : year > 9999 ? "+" : ""}${digits}`;
  return `${text}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `2024-02-29 10:00:00.000` with `precision` fractional digits; null, for Hive: without trailing zeros. */
export function timestampText(micros: bigint, precision: number | null): string {
  let days = micros / DAY_MICROS;
  let rest = micros % DAY_MICROS;
  if (rest < 0n) {
    rest += DAY_MICROS;
    days -= 1n;
  }
  const seconds = Number(rest / 1_000_000n);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const fraction = String(rest % 1_000_000n).padStart(6, "0");
  const digits = precision === null ? fraction.replace(/(?<!0)0+$/, "") : fraction.slice(0, precision);
  return `${dateText(Number(days))} ${clock}${digits === "" ? "" : `.${digits}`}`;
}

export function engineDecimalText(value: DuckDBDecimalValue): string {
  const negative = value.value < 0n;
  const digits = String(negative ? -value.value : value.value).padStart(value.scale + 1, "0");
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = value.scale === 0 ? "" : digits.slice(-value.scale);
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

type Read = (value: never) => unknown;

/**
 * Returns a reader of nested values. Arrays stay arrays, maps become objects by the key's text, rows become arrays in Presto (as in the
 * statement protocol) and objects in Hive, binary becomes bytes. Leaves need no conversion.
 */
export function wireValue(type: Type, dialect: Dialect): Read {
  switch (type.kind) {
    case "varbinary":
      return (value: DuckDBBlobValue) => value.bytes;
    case "array": {
      const element = orNull(wireValue(type.element, dialect));
      return (value: DuckDBListValue) => value.items.map(element);
    }
    case "map": {
      const item = orNull(wireValue(type.value, dialect));
      return (value: DuckDBMapValue) =>
        Object.fromEntries(value.entries.map((entry) => [String(entry.key), item(entry.value)]));
    }
    case "row": {
      const reads = type.fields.map((field) => orNull(wireValue(field.type, dialect)));
      const names = type.fields.map((_, i) => engineFieldName(type.fields, i));
      if (dialect === "presto")
        return (value: DuckDBStructValue) => reads.map((read, i) => read(value.entries[names[i]!]));
      return (value: DuckDBStructValue) =>
        Object.fromEntries(
          reads.map((read, i) => [
            type.fields[i]!.name?.toLowerCase() ?? `col${i + 1}`,
            read(value.entries[names[i]!]),
          ]),
        );
    }
    default:
      return (value: unknown) => value;
  }
}

function orNull(read: Read): (value: unknown) => unknown {
  return (value) => (value === null || value === undefined ? null : read(value as never));
}
