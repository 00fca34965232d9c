/** Names of the days from Monday, and of the months, in lower case: one list per language and length. */
const LISTS = ["en", "ja"].flatMap((language) =>
  (["short", "long"] as const).flatMap((length) => {
    const names = (count: number, part: "weekday" | "month"): string[] => {
      const format = new Intl.DateTimeFormat(language, { [part]: length, timeZone: "UTC" });
      // 2024 begins on a Monday.
      return Array.from({ length: count }, (_, i) =>
        format.format(Date.UTC(2024, part === "month" ? i : 0, part === "month" ? 1 : i + 1)).toLowerCase(),
      );
    };
    return [names(7, "weekday"), names(12, "month")];
  }),
);

/** The places of values in the week or the year, if they are names of days or of months; null for other values. */
export function calendarOrder(values: readonly unknown[]): number[] | null {
  const names = values.filter((value) => value !== null && value !== undefined);
  if (names.length < 2 || !names.every((name) => typeof name === "string")) return null;
  const lower = names.map((name) => name.toLowerCase());
  const list = LISTS.find((candidate) => lower.every((name) => candidate.includes(name)));
  if (list === undefined) return null;
  return values.map((value) => (typeof value === "string" ? list.indexOf(value.toLowerCase()) : list.length));
}
