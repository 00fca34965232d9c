import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";

const QUARTER_HOUR = 900_000;

/**
 * Shifts unix ms to local time, so that reading them as UTC shows the zone's time. Offsets change only at quarters of an hour, and are
 * looked up once per quarter.
 */
export function clockOf(zone: string): (unixMs: number) => number {
  if (zone === "UTC") return (unixMs) => unixMs;
  const offsets = new Map<number, number>();
  return (unixMs) => {
    const quarter = Math.floor(unixMs / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = zoneOffsetAt(zone, quarter * QUARTER_HOUR);
      offsets.set(quarter, offset);
    }
    return unixMs + offset;
  };
}
