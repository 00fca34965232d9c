import { offsetMinutes } from "./zones.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

/** Abbreviations that JavaScript's Intl lacks. */
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

/** SQL of the minutes from an instant to its local time, either of which may be rounded to milliseconds. */
export const minutesBetween = (i: Sql, w: Sql): Sql =>
  engine`CAST(round((epoch_us(${w}) - epoch_us(${i})) / 6e7) AS BIGINT)`;

/** SQL of a zone's short (or long) name at a local time and its instant; null if unknown. */
export function zoneAbbreviation(zone: string, long: boolean): ((w: Sql, i: Sql) => Sql) | null {
  const offset = offsetMinutes(zone);
  if (offset !== null) return () => literal(`GMT${zone}`);
  const name = (month: number): string => {
    if (!long && KNOWN[zone] !== undefined) return KNOWN[zone];
    const locale = EUROPEAN.test(zone) ? "en-GB" : "en-US";
    const parts = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      timeZoneName: long ? "long" : "short",
    }).formatToParts(Date.UTC(2024, month, 1));
    return parts.find((part) => part.type === "timeZoneName")!.value;
  };
  const [winter, summer] = [name(0), name(6)];
  if (/^(GMT|UTC)[+-]/.test(winter)) return null;
  if (winter === summer) return () => literal(winter);
  const january = engine`date_diff('minute', TIMESTAMP '2024-01-01' AT TIME ZONE ${literal(zone)}, TIMESTAMP '2024-01-01' AT TIME ZONE 'UTC')`;
  return (w, i) =>
    engine`(CASE WHEN ${minutesBetween(i, w)} = ${january} THEN ${literal(winter)} ELSE ${literal(summer)} END)`;
}
