import { expect, test } from "@jest/globals";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { instantiate, parseSignature, unify } from "../../../src/dialect/types/signature.ts";
import type { Type } from "../../../src/dialect/types/type.ts";
import { typeName } from "../../../src/dialect/types/type-text.ts";
import { BIGINT, VARCHAR } from "../../../src/dialect/types/type.ts";

/** Result type for arguments of these types; null if they don't match. */
function resultOf(signature: string, ...types: Type[]): string | null {
  return resultIn("presto", signature, ...types);
}

function resultIn(dialect: Dialect, signature: string, ...types: Type[]): string | null {
  const { params, result } = parseSignature(signature);
  const bound = new Map<string, Type>();
  const fits = types.every((type, i) => unify(params[i]!, type, bound, dialect) !== null);
  return fits ? typeName(instantiate(result, bound), dialect) : null;
}

test("a type variable is bound by the arguments", () => {
  expect(resultOf("(array(T), T) -> map(T, bigint)", { kind: "array", element: VARCHAR }, VARCHAR)).toBe(
    "map(varchar, bigint)",
  );
});

test("varchar(x) keeps the argument's length", () => {
  expect(resultOf("(varchar(x)) -> array(varchar(x))", { kind: "varchar", length: 5 })).toBe(
    "array(varchar(5))",
  );
  expect(resultOf("(varchar(x)) -> varchar(x)", VARCHAR)).toBe("varchar");
});

test("! takes no value of another kind, which Hive would otherwise convert", () => {
  const boolean: Type = { kind: "boolean" };
  expect(resultIn("hive", "(varchar) -> bigint", boolean)).toBe("bigint");
  expect(resultIn("hive", "(!varchar) -> bigint", boolean)).toBeNull();
  expect(resultIn("hive", "(!varchar) -> bigint", { kind: "char", length: 3 })).toBe("bigint");
  expect(resultIn("hive", "(!integer) -> bigint", { kind: "smallint" })).toBe("bigint");
  expect(resultIn("hive", "(!integer) -> bigint", BIGINT)).toBeNull();
  expect(resultIn("hive", "(!bigint) -> bigint", { kind: "unknown" })).toBe("bigint");
});

test("an argument of another type does not match", () => {
  expect(resultOf("(varchar) -> bigint", BIGINT)).toBeNull();
});

test("optional and repeated parameters are matched", () => {
  expect(parseSignature("(varchar, bigint?) -> varchar")).toMatchObject({ optional: 1, variadic: false });
  expect(parseSignature("(varchar, varchar...) -> varchar")).toMatchObject({ optional: 0, variadic: true });
});
