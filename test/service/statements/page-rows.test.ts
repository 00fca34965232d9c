import { expect, test } from "@jest/globals";
import { rowsToJson } from "../../../src/service/statements/page-rows.ts";

test("every kind of value has its form", () => {
  const columns = [
    { name: "i", type: "bigint" },
    { name: "d", type: "double" },
    { name: "b", type: "boolean" },
    { name: "t", type: "varchar" },
    { name: "bin", type: "varbinary" },
    { name: "r", type: "row(x double, y map(varchar, bigint))" },
  ];
  const text = rowsToJson(columns)({
    rowCount: 3,
    columns: [
      {
        kind: "int64",
        values: BigInt64Array.of(9223372036854775807n, 0n, -1n),
        valid: Uint8Array.of(1, 0, 1),
      },
      { kind: "float64", values: Float64Array.of(1, NaN, -Infinity), valid: null },
      { kind: "boolean", values: Uint8Array.of(1, 0, 0), valid: Uint8Array.of(1, 1, 0) },
      { kind: "text", values: ['a"\n', null, "é"] },
      { kind: "other", values: [Uint8Array.of(1, 2), null, null] },
      { kind: "other", values: [{ x: 2, y: { k: 3n } }, [0.5, null], null] },
    ],
  });
  expect(text).toBe(
    '[9223372036854775807,1.0,true,"a\\"\\n","AQI=",[2.0,{"k":3}]],' +
      '[null,"NaN",false,null,null,[0.5,null]],' +
      '[-1,"-Infinity",null,"é",null,null]',
  );
});
