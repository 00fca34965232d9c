import type { CellValue, GridColumn } from "./grid-source.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** A point in time as `2024-05-06 07:08:09`, in a zone. @throws RangeError for a zone that is not known. */
export function dateText(unixMs: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(zone, format);
  }
  const text = format.format(unixMs);
  const ms = ((unixMs % 1000) + 1000) % 1000;
  return ms === 0 ? text : `${text}.${String(ms).padStart(3, "0")}`;
}

/** Is the column one of numbers, which stand at the right? */
export function isNumeric({ kind, type }: GridColumn): boolean {
  return !/^(?:text|json|dict|bool|date)$/.test(kind) || /^(?:decimal|numeric)\b/i.test(type ?? "");
}

/** How a value is shown. Line breaks and what steers a text are shown as signs. */
export function cellText(value: CellValue, { kind }: GridColumn, zone: string): string {
  if (value === null) return "null";
  if (kind === "date" && typeof value === "number") return dateText(value, zone);
  return String(value).replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === "\n" ? "⏎" : sign === "\t" ? " " : "�",
  );
}
