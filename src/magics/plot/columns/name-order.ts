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
/** More names than this stay in the order of their characters, which is faster. */
const MAX_NUMBERED = 1000;
const NUMBERED = new Intl.Collator("en", { numeric: true });

interface NameOrder {
  /** Positions of the values in their order, those without a value last. */
  readonly order: readonly number[];
  /** Whether they are names of days or of months. */
  readonly isCalendar: boolean;
}

/** The order of distinct values in ascending order: of days and months that of the calendar; `name 2` is before `name 10`. */
export function nameOrder(values: readonly unknown[]): NameOrder {
  const order = [...values.keys()];
  const names = values.filter((value) => value !== null && value !== undefined);
  if (names.length < 2 || names.length > MAX_NUMBERED || !names.every((name) => typeof name === "string"))
    return { order, isCalendar: false };
  const lower = names.map((name) => name.toLowerCase());
  const list = LISTS.find((candidate) => lower.every((name) => candidate.includes(name)));
  const compare = (a: number, b: number): number =>
    list === undefined
      ? NUMBERED.compare(names[a] as string, names[b] as string)
      : list.indexOf(lower[a] as string) - list.indexOf(lower[b] as string);
  const some = order.slice(0, names.length).sort((a, b) => compare(a, b) || a - b);
  return { order: [...some, ...order.slice(names.length)], isCalendar: list !== undefined };
}
