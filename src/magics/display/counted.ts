import { groupThousands } from "./number-text.ts";

/** `1000`, `12,000`. */
export const countText = (count: number): string =>
  count < 10_000 ? String(count) : groupThousands(String(count));

/** A number of things: `1 row`, `1000 rows`, `12,000 rows`. */
export const counted = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
