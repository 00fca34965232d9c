import { isDeepStrictEqual } from "node:util";
import { expect } from "@jest/globals";

/** Expects equal values, thousands of them: Jest's own comparison takes many times as long, so it only shows the difference. */
export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
