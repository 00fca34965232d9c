import { UsageError } from "../core/errors.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Checks a time zone's name: those of the IANA database, such as `Asia/Tokyo`, and `UTC`.
 *
 * @returns The zone's name in its usual spelling.
 * @throws UsageError when there is no such zone.
 */
export function checkTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    const zones = Intl.supportedValuesOf("timeZone");
    const byCity = zones.find((zone) =>
      zone.toLowerCase().endsWith(`/${name.toLowerCase().replace(/\s+/g, "_")}`),
    );
    const nearest = byCity ?? nearestName(name, zones);
    throw new UsageError(
      `no time zone is called '${name}'; ${nearest === null ? "names are like Asia/Tokyo or UTC" : `did you mean ${nearest}?`}`,
    );
  }
}
