import { groupThousands } from "./table/format-cells.ts";

/** A number of things: `1 row`, `1000 rows`, `12,000 rows`. */
export function counted(count: number, noun: string): string {
  return `${count < 10_000 ? count : groupThousands(String(count))} ${noun}${count === 1 ? "" : "s"}`;
}
