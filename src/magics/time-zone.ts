import { ambiguousZone, zoneName } from "../dialect/time/zone-names.ts";
import { fixedOffset } from "../core/dates/zone-offset.ts";
import { UsageError } from "../core/errors.ts";
import { nearestName } from "../dialect/nearest-name.ts";
import { formatOffset } from "./display/table/format-date.ts";

/**
 * Validates a time zone: IANA names, such as `Asia/Tokyo`, `UTC`, and offsets; no ambiguous abbreviations.
 *
 * @returns the zone's canonical name, or its offset, such as `+09:00`.
 * @throws UsageError when there is no such zone.
 */
export function checkTimeZone(name: string): string {
  const offset = /^[+-]/.test(name) ? fixedOffset(name) : null;
  const zone = offset === null ? zoneName(name) : formatOffset(offset);
  if (zone !== null) return zone;
  const ambiguous = /^[a-z]+$/i.test(name) ? ambiguousZone(name) : null;
  if (ambiguous !== null) throw new UsageError(ambiguous);
  const zones = Intl.supportedValuesOf("timeZone");
  const byCity = zones.find((candidate) =>
    candidate.toLowerCase().endsWith(`/${name.toLowerCase().replace(/\s+/g, "_")}`),
  );
  const nearest = byCity ?? nearestName(name, zones);
  throw new UsageError(
    `no time zone is called '${name}'; ${nearest === null ? "names are like Asia/Tokyo or UTC" : `did you mean ${nearest}?`}`,
  );
}
