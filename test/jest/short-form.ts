import { test } from "@jest/globals";

/**
 * Whether this is `npm test` without arguments, which a person runs daily: of long lists and generated cases it takes a part. `npm test -- --all`
 * (`.ci/run`) and runs of named files take them whole.
 */
export const isShort = process.env["SVC_TEST_SHORT"] === "1";

/** A test of a long or hostile form, which the short form skips: a test beside it says the same of less. */
export const longTest = (...args: Parameters<typeof test>): void => (isShort ? test.skip : test)(...args);

/** All cases; in the short form every n-th. */
export const someOf = <T>(cases: readonly T[], every: number): T[] =>
  cases.filter((_, at) => !isShort || at % every === 0);

/** Cases that each of the two kernels has; in the short form they share them, one by one. */
export const ofKernel = <T>(kernel: "tslab" | "deno", cases: readonly T[]): T[] =>
  cases.filter((_, at) => !isShort || at % 2 === (kernel === "tslab" ? 0 : 1));

/** A number of generated cases; in the short form its n-th part. */
export const partOf = (count: number, nth: number): number => (isShort ? Math.ceil(count / nth) : count);
