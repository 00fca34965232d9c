import { expect, test } from "@jest/globals";
import { diskFault } from "../../../src/engine/errors/fault.ts";

test.each([
  ["ENOSPC", "no space left on device, write", /is full/],
  ["EDQUOT", "disk quota exceeded, write", /is full/],
  ["EFBIG", "file too large, write", /longer than .* allows/],
  ["EROFS", "read-only file system, open", /is read-only/],
])("%s is explained, also as a cause", (code, message, said) => {
  const error = Object.assign(new Error(`${code}: ${message}`), { code });
  expect(diskFault(new Error("the write failed", { cause: error }))?.message).toMatch(said);
  expect(diskFault(new Error("no such column"))).toBeNull();
});
