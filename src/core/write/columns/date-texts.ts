/**
 * Dates as text in UTC. Without a format the whole column has one precision: days if all are midnight, else seconds,
 * or milliseconds if any has a fraction.
 */
export function dateTexts(
  dates: readonly (Date | null)[],
  format: ((date: Date) => string) | null,
): (string | null)[] {
  if (format !== null) return dates.map((date) => date && format(date));
  const present = dates.filter((date) => date !== null);
  const length = present.every((date) => date.getTime() % 86_400_000 === 0)
    ? 10
    : present.every((date) => date.getTime() % 1000 === 0)
      ? 19
      : 23;
  return dates.map((date) => date && isoText(date, length));
}

function isoText(date: Date, length: number): string {
  const iso = date.toISOString();
  // Years outside 0 to 9999 have a sign and six digits.
  const extra = iso.length - "0000-00-00T00:00:00.000Z".length;
  return iso.slice(0, length + extra).replace("T", " ");
}
