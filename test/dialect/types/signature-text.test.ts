import { expect, test } from "@jest/globals";
import { parametersText, parameterTexts, resultTypeText } from "../../../src/dialect/types/signature-text.ts";
import { parseSignature } from "../../../src/dialect/types/signature.ts";

test.each([
  ["presto", "(array(T), (T, N) => boolean) -> array(T)", "(array(any), (any, number) -> boolean)"],
  ["hive", "(array(T), map(varchar, I)) -> T", "(array<any>, map<string, int>)"],
  [
    "presto",
    "(!varchar, varchar(x), timestamptz) -> varchar",
    "(varchar, varchar, timestamp with time zone)",
  ],
  ["presto", "(bigint, bigint?, varchar...) -> varchar", "(bigint, bigint?, varchar...)"],
  ["hive", "() -> double", "()"],
] as const)("in %s an error names the parameters of %s as %s", (dialect, signature, text) => {
  expect(parametersText(parseSignature(signature), dialect)).toBe(text);
});

test("SHOW FUNCTIONS keeps the letters of type variables", () => {
  const signature = parseSignature("(array(T), (T) => row(k K, V)) -> map(K, V)");
  expect(parameterTexts(signature, "presto")).toEqual(["array(T)", "(T) -> row(k K, V)"]);
  expect(resultTypeText(signature)).toBe("map(K, V)");
});
