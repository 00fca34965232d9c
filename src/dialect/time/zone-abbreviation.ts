import { textLiteral } from "../position-marks.ts";
import { offsetMinutes } from "./zones.ts";

/** Zones whose abbreviation the script engine does not know by itself. */
const KNOWN: Readonly<Record<string, string>> = {
  UTC: "UTC",
  "Asia/Tokyo": "JST",
  "Asia/Seoul": "KST",
  "Asia/Kolkata": "IST",
  "Asia/Shanghai": "CST",
  "Asia/Hong_Kong": "HKT",
  "Asia/Singapore": "SGT",
};
const EUROPEAN = /^Europe\//;

/** SQL of a zone's short (or long) name at a wall-clock time; null when it is not known. */
export function zoneAbbreviation(zone: string, long: boolean): ((w: string) => string) | null {
  const offset = offsetMinutes(zone);
  if (offset !== null) return () => textLiteral(`GMT${zone}`);
  const name = (month: number): string => {
    if (!long && KNOWN[zone] !== undefined) return KNOWN[zone];
    const locale = EUROPEAN.test(zone) ? "en-GB" : "en-US";
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      timeZoneName: long ? "long" : "short",
    }).formatToParts(Date.UTC(2024, month, 1));
    return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
  };
  const [winter, summer] = [name(0), name(6)];
  if (/^(GMT|UTC)[+-]/.test(winter) || winter === "") return null;
  if (winter === summer) return () => textLiteral(winter);
  const ahead = (w: string): string =>
    `date_diff('minute', ${w} AT TIME ZONE '${zone}', ${w} AT TIME ZONE 'UTC')`;
  const january = `date_diff('minute', TIMESTAMP '2024-01-01' AT TIME ZONE '${zone}', TIMESTAMP '2024-01-01' AT TIME ZONE 'UTC')`;
  return (w) =>
    `(CASE WHEN ${ahead(w)} = ${january} THEN ${textLiteral(winter)} ELSE ${textLiteral(summer)} END)`;
}
