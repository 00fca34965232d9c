/** A time as the protocol writes it: an optional date, the time of day, fraction, zone. */
const TIME = /^(?:([+-]?\d{4,})-(\d\d)-(\d\d) )?(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(.*)$/s;

/** The text of a time rounded half up to milliseconds, as Trino does for clients without other precisions; those read an offset behind a space. */
export function inMilliseconds(text: string): string {
  const match = TIME.exec(text);
  if (match === null) return text;
  const [, year, month, day, hour, minute, second, fraction = "", rest = ""] = match;
  const zone = rest.replace(/^(?=[+-])/, " ");
  if (fraction.length <= 3 || fraction[3]! < "5") {
    const head = text.slice(0, text.length - rest.length - (fraction === "" ? 0 : fraction.length + 1));
    return `${head}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`;
  }
  // The carry may reach the year; a time of day wraps at midnight.
  const at = new Date(0);
  at.setUTCFullYear(Number(year ?? 2000), Number(month ?? 1) - 1, Number(day ?? 1));
  at.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3)) + 1);
  const clock = at.toISOString().slice(-13, -1);
  if (year === undefined) return clock + zone;
  const two = (n: number): string => String(n).padStart(2, "0");
  const years = at.getUTCFullYear();
  const sign = years < 0 ? "-" : years > 9999 ? "+" : "";
  const date = `${sign}${String(Math.abs(years)).padStart(4, "0")}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${date} ${clock}${zone}`;
}
