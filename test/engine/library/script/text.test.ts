import { expect, test } from "@jest/globals";
import { parseUserAgent } from "../../../../src/engine/library/script/text.ts";

test("a user agent has six fields, in the order of their names", () => {
  const agent = "Mozilla/5.0 (Windows NT 10.0; rv:100.0) Gecko/20100101 Firefox/100.0";
  expect(Object.entries(parseUserAgent(agent))).toEqual([
    ["category", "pc"],
    ["name", "Firefox"],
    ["os", "Windows 10"],
    ["os_version", "NT 10.0"],
    ["vendor", "Mozilla"],
    ["version", "100.0"],
  ]);
});

// Whole, this one takes minutes.
test("only the first 8,192 characters of a user agent are read", () => {
  const agent = "Windows NT ".repeat(100_000);
  expect(parseUserAgent(agent)).toEqual(parseUserAgent(agent.slice(0, 8192)));
});
