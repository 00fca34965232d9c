import { ambiguousZone, zoneName } from "../../dialect/time/zone-names.ts";

const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  const timeZone = zoneName(zone);
  if (timeZone === null) return null;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(zone, format);
  return format;
}

/** The canonical name of a zone. @throws RangeError when there is none, or an abbreviation has several meanings. */
export function checkedZone(name: string): string {
  const zone = zoneName(name);
  if (zone === null) throw new RangeError(ambiguousZone(name) ?? `there is no time zone ${name}`);
  return zone;
}

/** The offset in ms that is the same at any time: of `Z`, `UTC`, `GMT`, `+HH`, `+HHMM` and `+HH:MM[:SS]`. Null for other zones. */
export function fixedOffset(zone: string): number | null {
  if (/^(Z|UTC|GMT|UT)$/i.test(zone)) return 0;
  const [, sign, hours, minutes = "0", seconds = "0"] =
    /^([+-])(\d{2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000;
  return sign === "-" ? -ms : ms;
}

/**
 * Offset from UTC in ms of a zone at unix ms; positive to the east. Zones: those of {@link fixedOffset} and {@link zoneName}.
 *
 * @throws RangeError when there is no such zone.
 */
export function zoneOffsetAt(zone: string, unixMs: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return fixed;
  const format = formatOf(zone);
  if (format === null) throw new RangeError(`no such time zone: ${zone}`);
  const name = format.formatToParts(unixMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return fixedOffset(name.replace(/^GMT(?=.)/, "")) as number;
}

/**
 * Offset from UTC in ms of a zone at local time `localMs` (unix ms as if UTC); null when there is no such zone. Zones: those of
 * {@link zoneOffsetAt}. An ambiguous local time is the first of the two.
 */
export function zoneOffsetMs(zone: string, localMs: number): number | null {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return fixed;
  if (formatOf(zone) === null) return null;
  // The offsets a day before and at the time differ only around a clock change.
  const before = zoneOffsetAt(zone, localMs - 24 * 60 * MINUTE_MS);
  if (zoneOffsetAt(zone, localMs - before) === before) return before;
  return zoneOffsetAt(zone, localMs - zoneOffsetAt(zone, localMs - before));
}
