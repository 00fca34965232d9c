const TIME =
  /^'(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?'$/;

/** Unix seconds of a time that is written as SQL text in UTC or with its offset; null for anything else. */
export function literalTime(sql: string): number | null {
  const match = TIME.exec(sql);
  if (!match) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", zone = "Z"] = match;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === "-" ? -1 : 1) : 0;
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return wall / 1000 - minutes * 60;
}

/** Seconds of a length of time such as `'-1d'`, `'2h30m'`; null for anything else. */
export function literalSpan(sql: string): number | null {
  const match = /^'([+-]?)((?:\d+[wdhms])+)'$/.exec(sql);
  if (!match) return null;
  const units: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };
  const seconds = [...(match[2] as string).matchAll(/(?<!\d)(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit as string] as number),
    0,
  );
  return match[1] === "-" ? -seconds : seconds;
}
