import { zoneOffsetAt } from "../../../core/dates/zone-offset.ts";

const QUARTER_HOUR = 900_000;

/**
 * Shifts unix ms so that reading them as UTC gives the zone's own clock. Offsets change at quarters of an hour only, and are looked up
 * once for each.
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
