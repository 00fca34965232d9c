import { DateTime } from "luxon";
import type { Translation } from "../analyze/translation.ts";
import type { Typed } from "../analyze/typed.ts";
import { resolveZone, zoneOf } from "../time/zones.ts";
import { serviceZone } from "../time/zone-names.ts";

/** A zone as the service's functions know it: by name, offset or abbreviation. Null when there is no such zone. */
export const tdZone = (name: string): string | null => serviceZone(name) ?? resolveZone(name);

/** The zone of an optional argument; UTC if it is missing or NULL. */
export function optionalZone(t: Translation, value: Typed | undefined, pos: number): string {
  return value === undefined || value.constant === null ? "UTC" : zoneOf(t, value, pos, tdZone);
}

export function luxonZone(zone: string): string {
  return /^[+-]/.test(zone) ? `UTC${zone}` : zone;
}

/** The earliest instant with this local time, as in the engine; luxon picks the one nearest to the current offset. */
export function earliest(time: DateTime): DateTime {
  return time.getPossibleOffsets()[0]!;
}

/** Whether the clocks of a zone skip a local time, as when summer time begins. */
export function isSkipped(zone: string, [year, month, day, hour, minute]: readonly number[]): boolean {
  const local = DateTime.fromObject({ year, month, day, hour, minute }, { zone: luxonZone(zone) });
  return local.day !== day || local.hour !== hour || local.minute !== minute;
}

const TEXT =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?(?:[ T](\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?)?)?\s*(Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2}|[A-Za-z]+\/[A-Za-z_/]+)?)?$/;

/** Parses a year, a month, or a date with or without a time to unix seconds; a zone in the text overrides the given one. Null for other text. */
export function parseTime(text: string, zone: string): number | null {
  const match = TEXT.exec(text.trim());
  if (match === null) return null;
  const own = match[7] === undefined ? zone : tdZone(match[7]);
  if (own === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part, i) => Number(part ?? (i === 1 || i === 2 ? 1 : 0)));
  const time = DateTime.fromObject(
    { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! },
    { zone: luxonZone(own) },
  );
  return time.isValid ? Math.floor(earliest(time).toSeconds()) : null;
}
