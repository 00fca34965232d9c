import { expect, test } from "@jest/globals";
import { memorySize } from "../../../src/cli/serve/serve-command.ts";
import { availableMemory } from "../../../src/service/available-memory.ts";

test.each([
  ["2GB", 2e9],
  ["512MiB", 512 * 2 ** 20],
  ["1.5 gb", 1.5e9],
  ["300000000B", 3e8],
])("%s are %d bytes", (text, bytes) => {
  expect(memorySize(text)).toBe(bytes);
});

test("a percentage is of the memory available to the process", () => {
  expect(memorySize("50%")).toBe(Math.floor(availableMemory() / 2));
});

test.each(["2", "GB", "-1GB", "1e9B", "2 gigabytes", "", "10MB", "1e99GB", "99999999TB"])(
  "%p is refused",
  (text) => {
    expect(() => memorySize(text)).toThrow(/A size must be like 2GB|at least 256MB/);
  },
);
