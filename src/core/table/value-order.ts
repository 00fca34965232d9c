import { zoneOffsetMs } from "../dates/zone-offset.ts";
import { decimalOrder } from "../text/decimal-text.ts";
import { columnKind, isMoment, parseServiceType, type ServiceType } from "../wire/service-type.ts";

export const isDecimal = (type = ""): boolean => columnKind(parseServiceType(type)) === "decimal";

type ValueOrder = (value: unknown) => unknown;

/**
 * Gives values of a type a key that {@link compareByValue} sorts as the service does, where their own order differs: decimals, intervals,
 * addresses and times are texts. Null for types whose values sort by themselves.
 */
export function valueOrderOf(type = ""): ValueOrder | null {
  return keyOfType(parseServiceType(type));
}

function keyOfType(type: ServiceType): ValueOrder | null {
  const { name, inner } = type;
  if (columnKind(type) === "decimal") return decimalOrder;
  if (name.startsWith("interval")) return (value) => intervalOf(String(value));
  if (name === "ipaddress") return (value) => addressOf(String(value));
  if (isMoment(type) || isClock(name))
    return (value) => (typeof value === "string" ? timeOrder(value) : value);
  if (!/^(?:array|row|struct)$/.test(name)) return null;
  const keys = inner.map(keyOfType);
  if (keys.every((key) => key === null)) return null;
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
    return parts.map((part, i) => {
      const key = name === "array" ? keys[0] : keys[i];
      return part === null || part === undefined || !key ? part : key(part);
    });
  };
}

/** Months of `1-2`, milliseconds of `-3 04:05:06.789`. */
function intervalOf(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [first = 0, ...rest] = text.replace(/^-/, "").split(/[-: ]/).map(Number);
  if (rest.length === 1) return sign * (12 * first + (rest[0] ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = rest;
  return sign * Math.round(1000 * (((24 * first + hours) * 60 + minutes) * 60 + seconds));
}

/** All 32 digits of an address; those of IPv4 are in the last eight, as in `::ffff:10.0.0.1`. */
function addressOf(text: string): string {
  const hex = (byte: string): string => Number(byte).toString(16).padStart(2, "0");
  const four = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(text);
  if (four !== null) return "ffff".padStart(24, "0") + four.slice(1).map(hex).join("");
  const [head = "", tail] = text.toLowerCase().split("::");
  const parts = (half: string): string[] => half.split(":").filter((part) => part !== "");
  const [first, last] = [parts(head), parts(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...new Array<string>(zeros).fill("0"), ...last]
    .map((part) => part.padStart(4, "0"))
    .join("");
}

const YEARS = 1_000_000_000;
const TIME = /^([+-]?\d+)-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s*(\S+)?$/;

/** Whether a type is of times of day. */
export const isClock = (name: string): boolean => /^time(?: with(?:out)? time zone)?$/.test(name);

const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*([+-]\d\d(?::?\d\d)?)?$/;

/** A time of day as a text that sorts by the time in UTC. */
function clockOrder(text: string): string {
  const [, hour, minute, second = "00", fraction = "", zone] = CLOCK.exec(text) ?? [];
  if (hour === undefined) return text;
  const offset = zone === undefined ? 0 : (zoneOffsetMs(zone, 0) ?? 0);
  const utc = new Date(Date.UTC(2000, 0, 1, Number(hour), Number(minute), Number(second)) - offset);
  return `${utc.toISOString().slice(11, 19)}.${fraction.padEnd(12, "0")}`;
}

/** A date, timestamp or time of day, which may be past the year 9999 or before 0, as a text that sorts by the instant; other texts are themselves. */
export function timeOrder(text: string): string {
  const [, year = "", month, day, hour = "00", minute = "00", second = "00", fraction = "", zone] =
    TIME.exec(text) ?? [];
  if (year === "") return clockOrder(text);
  const padded = (count: number): string => String(count + YEARS).padStart(10, "0");
  const wall = `-${month ?? ""}-${day ?? ""} ${hour}:${minute}:${second}`;
  const digits = fraction.padEnd(12, "0");
  if (zone === undefined) return `${padded(Number(year))}${wall}.${digits}`;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const instant = new Date(date.getTime() - (zoneOffsetMs(zone, date.getTime()) ?? 0));
  if (Number.isNaN(instant.getTime())) return `${padded(Number(year))}${wall}.${digits}`;
  return `${padded(instant.getUTCFullYear())}${instant.toISOString().slice(-20, -5).replace("T", " ")}.${digits}`;
}

const isMissing = (value: unknown): boolean => value === null || value === undefined;

/**
 * The order of two values, neither of them null: numbers and BigInts by what they amount to with NaN last, bytes and lists entry by entry,
 * rows field by field, nulls inside of them last.
 */
export function compareByValue(one: unknown, other: unknown): number {
  if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
    if (one instanceof Date || other instanceof Date) return compareByValue(Number(one), Number(other));
    const [left, right] = [partsOf(one), partsOf(other)];
    for (let i = 0; i < left.length && i < right.length; i++) {
      const order = compareParts(left[i], right[i]);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }
  // NaN is neither below nor above.
  if ((one as number) < (other as number)) return -1;
  if ((one as number) > (other as number)) return 1;
  return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
}

const compareParts = (one: unknown, other: unknown): number =>
  isMissing(one) || isMissing(other)
    ? Number(isMissing(one)) - Number(isMissing(other))
    : compareByValue(one, other);

const partsOf = (value: object): ArrayLike<unknown> =>
  Array.isArray(value) || ArrayBuffer.isView(value)
    ? (value as unknown as ArrayLike<unknown>)
    : Object.values(value);

/**
 * A text or number that is the same for equal values only, whatever their class: 1 and 1n, two dates of one instant, equal lists, rows and
 * bytes. Null and undefined have the key null.
 */
export function valueKey(value: unknown): string | number | bigint | boolean | null {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? BigInt(value)
        : value === 0
          ? 0
          : value;
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case "string":
      return `"${value}`;
    case "boolean":
      return value;
    default:
  }
  if (isMissing(value)) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${rowKey(Array.from(value as never))}`;
  if (value instanceof RegExp) return String(value);
  const entries =
    value instanceof Map || value instanceof Set ? [...value.entries()] : Object.entries(value as object);
  return `{${rowKey(entries.flat())}`;
}

/** The {@link valueKey} of several values together. */
export function rowKey(values: readonly unknown[]): string {
  let text = "";
  for (const value of values) {
    const key = valueKey(value);
    const part = `${typeof key === "bigint" ? "n" : ""}${String(key)}`;
    // With its length, no text can end as another begins.
    text += `${part.length}:${part}`;
  }
  return text;
}
