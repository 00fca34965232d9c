import { ConfigError } from "../errors.ts";
import { MONTHS, WEEKDAYS, dayOfYear } from "./calendar.ts";

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function year(date: Date): string {
  const number = date.getUTCFullYear();
  return `${number < 0 ? "-" : ""}${String(Math.abs(number)).padStart(4, "0")}`;
}

function yearOfCentury(date: Date): string {
  return two(((date.getUTCFullYear() % 100) + 100) % 100);
}

function hour12(date: Date): number {
  return date.getUTCHours() % 12 || 12;
}

function time(date: Date): string {
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

function day(date: Date): string {
  return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

const DIRECTIVES: Readonly<Record<string, (date: Date) => string>> = {
  Y: year,
  y: yearOfCentury,
  m: (date) => two(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2),
  j: (date) => String(dayOfYear(date.getTime())).padStart(3, "0"),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(hour12(date)),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  f: (date) => `${String(date.getUTCMilliseconds()).padStart(3, "0")}000`,
  p: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"),
  b: (date) => (MONTHS[date.getUTCMonth()] as string).slice(0, 3),
  h: (date) => (MONTHS[date.getUTCMonth()] as string).slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()] as string,
  a: (date) => (WEEKDAYS[date.getUTCDay()] as string).slice(0, 3),
  A: (date) => WEEKDAYS[date.getUTCDay()] as string,
  z: () => "+0000",
  Z: () => "UTC",
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  T: time,
  F: (date) => `${year(date)}-${day(date)}`,
  R: (date) => time(date).slice(0, 5),
  D: (date) => `${day(date).replace("-", "/")}/${yearOfCentury(date)}`,
  r: (date) => `${two(hour12(date))}${time(date).slice(2)} ${date.getUTCHours() < 12 ? "AM" : "PM"}`,
  n: () => "\n",
  t: () => "\t",
  "%": () => "%",
};

/**
 * A function that formats dates in UTC by a strftime pattern; names are English, `%f` has six digits.
 *
 * @throws ConfigError for an unsupported directive, and for a pattern without any, which would give every date the same text.
 */
export function strftime(pattern: string): (date: Date) => string {
  if (!pattern.includes("%"))
    throw new ConfigError(
      `date_format must be a strftime pattern such as "%Y-%m-%d", not ${JSON.stringify(pattern)}`,
    );
  for (const [piece, letter = ""] of pattern.matchAll(/%(.?)/gs)) {
    if (letter in DIRECTIVES) continue;
    const names = Object.keys(DIRECTIVES).map((name) => `%${name}`);
    throw new ConfigError(
      `date_format ${JSON.stringify(pattern)} has ${piece}, which is not supported; supported are ${names.join(" ")}`,
    );
  }
  return (date) =>
    pattern.replace(/%(.)/gs, (_, letter: string) => (DIRECTIVES[letter] as (date: Date) => string)(date));
}
