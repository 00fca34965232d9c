import { expect, test } from "@jest/globals";
import { errorContent, errorOfReply, namedError } from "../../../src/kernel/cells/error-content.ts";

test("one of our errors is its name and its message, without a stack", () => {
  const content = { ename: "ConfigError", evalue: "no key", traceback: ["ConfigError: no key"] };
  expect(errorContent(namedError("ConfigError", "no key"))).toEqual(content);
  expect(errorContent("thrown text")).toEqual({
    ename: "Error",
    evalue: "thrown text",
    traceback: ["Error: thrown text"],
  });
});

test("a failed reply has its own error, or says what is missing", () => {
  const reply = { ename: "TypeError", evalue: "x", traceback: ["at 1"] };
  expect(errorOfReply(reply, "no error came")).toEqual(reply);
  expect(errorOfReply({ ename: 5, traceback: [] }, "no error came")).toEqual({
    ename: "Error",
    evalue: "no error came",
    traceback: ["Error: no error came"],
  });
});
