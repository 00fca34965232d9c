import { checkedZone, fixedOffset } from "../../core/dates/zone-offset.ts";
import { countDecimals, groupThousands, shortNumber } from "../../magics/display/number-text.ts";
import type { CellValue, GridColumn } from "./grid-request.ts";

const FOUR_DIGITS_MS = Date.UTC(1000, 0, 2);
const CYCLE_MS = 146_097 * 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter in a time zone; each is made once, which takes longer than to use it. @throws RangeError for what `-T` refuses too. */
function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat(locale, { timeZone: checkedZone(zone), ...options });
  formats.set(key, format);
  return format;
}

/** An instant as `2024-05-06 07:08:09` in a time zone. @throws RangeError for an unknown zone. */
export function instantText(unixMs: number, zone: string): string {
  // Node.js 20 has no formatters for offsets.
  if (/^[+-]/.test(zone)) return instantText(unixMs + (fixedOffset(zone) ?? NaN), "UTC");
  const format = formatIn(zone, "sv-SE", { dateStyle: "short", timeStyle: "medium" });
  // Formatters leave the sign and leading zeros of early years out. Calendars repeat every 400 years.
  const cycles = Math.max(0, Math.ceil((FOUR_DIGITS_MS - unixMs) / CYCLE_MS));
  const text = format.format(unixMs + cycles * CYCLE_MS).replace(/^\d+/, (digits) => {
    const year = Number(digits) - 400 * cycles;
    return (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");
  });
  const ms = ((unixMs % 1000) + 1000) % 1000;
  return ms === 0 ? text : `${text}.${String(ms).padStart(3, "0")}`;
}

/** The zone's offset at an instant, as `+09:00`. */
function offsetText(unixMs: number, zone: string): string {
  if (/^[+-]/.test(zone)) return zone;
  const format = formatIn(zone, "en-US", { timeZoneName: "longOffset" });
  const name = format.formatToParts(unixMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.replace("GMT", "") || "+00:00";
}

/** Whether the column is numeric, and so right-aligned. */
export function isNumberColumn({ kind, type }: GridColumn): boolean {
  return !/^(?:text|json|dict|bool|date)$/.test(kind) || /^(?:decimal|numeric)\b/i.test(type ?? "");
}

/** Whether the column holds instants, which the chosen zone shifts. Dates and timestamps without a zone are shown as stored. */
export const isZoned = ({ kind, type }: GridColumn): boolean =>
  kind === "date" && !/^(?:date|timestamp *(?:\(\d+\))?(?: without time zone)?)$/i.test(type ?? "");

/**
 * A value in full precision. Line breaks and control characters are shown as symbols.
 *
 * @param zone - Time zone of all instants; null for each column's own, with its offset.
 */
export function cellText(value: CellValue, column: GridColumn, zone: string | null): string {
  if (value === null) return "null";
  if (column.kind === "date" && typeof value === "number") {
    if (!isZoned(column)) {
      const text = instantText(value, "UTC");
      return /^date$/i.test(column.type ?? "") ? text.replace(/ .*/, "") : text;
    }
    if (zone !== null || !column.zone) return instantText(value, zone ?? "UTC");
    return instantText(value, column.zone) + offsetText(value, column.zone);
  }
  const text = String(value).replace(/\r\n|[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (sign) =>
    /[\r\n\u2028\u2029]/.test(sign) ? "⏎" : sign === "\t" ? " " : "�",
  );
  // Field names lose their quotes; quotes inside strings are escaped, so they don't match.
  return column.kind === "json" ? text.replace(/"(\w+)": /g, "$1: ") : text;
}

/** A value as a cell shows it: numbers with their column's decimals, at most six, and thousands separators; dates of days without a time. */
export function shownText(
  value: CellValue,
  column: GridColumn,
  zone: string | null,
  decimals: number,
): string {
  if (column.kind === "date") {
    const text = cellText(value, column, zone);
    const isDay = decimals === 0 && !(isZoned(column) && (zone ?? column.zone));
    return isDay ? text.replace(/ .*/, "") : text;
  }
  const text =
    typeof value !== "number" || decimals === 0
      ? cellText(value, column, zone)
      : value !== 0 && Math.abs(value) < 1e-4
        ? shortNumber(value)
        : value.toFixed(decimals);
  return column.grouped && value !== null && isNumberColumn(column) ? groupThousands(text) : text;
}

/** Whether a value has these letters as a cell shows it, or in full precision; thousands separators in a number don't matter. */
export function hasText(
  text: string,
  column: GridColumn,
  zone: string | null,
  decimals: number,
): (value: CellValue) => boolean {
  const pattern = text.toLowerCase().replace(/(\d),(?=\d{3})/g, isNumberColumn(column) ? "$1" : "$&");
  const plain = { ...column, grouped: false };
  const has = (text: string): boolean => text.toLowerCase().includes(pattern);
  return (value) =>
    value !== null &&
    (has(cellText(value, column, zone)) || (decimals > 0 && has(shownText(value, plain, zone, decimals))));
}

/** Decimals needed to show a number, at most six; for a date whether it has a time of day in UTC. */
export function decimalsOf(value: CellValue, kind: GridColumn["kind"]): number {
  if (kind === "date") return Number(value) % 86_400_000 === 0 ? 0 : 1;
  return typeof value === "number" ? countDecimals(value) : 0;
}
