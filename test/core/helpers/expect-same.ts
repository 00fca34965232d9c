import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** Expects equal values, thousands of them: The own comparison of Vitest takes many times as long, so it only shows the difference. */
export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
