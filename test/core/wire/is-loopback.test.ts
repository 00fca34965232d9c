import { expect, test } from "@jest/globals";
import { isLoopback } from "../../../src/core/wire/is-loopback.ts";

test.each<[string, boolean]>([
  ["localhost", true],
  ["LocalHost", true],
  ["hub.localhost", true],
  ["127.0.0.1", true],
  ["127.255.1.9", true],
  ["::1", true],
  ["[::1]", true],
  ["localhost.example.com", false],
  ["notlocalhost", false],
  ["127.0.0.1.example.com", false],
  ["1127.0.0.1", false],
  ["128.0.0.1", false],
  ["0.0.0.0", false],
  ["", false],
])("%s: %s", (host, isOwn) => {
  expect(isLoopback(host)).toBe(isOwn);
});
