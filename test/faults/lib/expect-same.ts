import { isDeepStrictEqual } from "node:util";

/** @throws Error naming the first difference. */
export function expectSame(what: string, got: readonly unknown[], wanted: readonly unknown[]): void {
  if (got.length !== wanted.length)
    throw new Error(`WRONG ANSWER: ${what} has ${got.length} entries and not ${wanted.length}`);
  for (const [index, value] of wanted.entries()) {
    if (!isDeepStrictEqual(got[index], value)) {
      throw new Error(
        `WRONG ANSWER: entry ${index} of ${what} is ${show(got[index])} and not ${show(value)}`,
      );
    }
  }
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, v: unknown) => (typeof v === "bigint" ? `${v}n` : v)) ?? String(value);
}
