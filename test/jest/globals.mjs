// What a test file gets from `@jest/globals`. Modules are shared by the files of a worker, the functions of Jest are each file's own.
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

/** From here on, the functions are those of another test file. */
export function setGlobals(functions) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = functions);
}
