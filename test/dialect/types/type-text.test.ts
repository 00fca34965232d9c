import { expect, test } from "@jest/globals";
import { columnType } from "../../../src/dialect/column-type.ts";
import { typeInSql, typeName } from "../../../src/dialect/types/type-text.ts";

test.each([
  ["decimal(10,2)", "decimal(10, 2)", "decimal(10,2)"],
  ["varchar", "varchar", "string"],
  ["varchar(9)", "varchar(9)", "varchar(9)"],
  ["char(3)", "char(3)", "char(3)"],
  ["timestamp(6)", "timestamp(6)", "timestamp"],
  ["timestamp(3) with time zone", "timestamp(3) with time zone", "timestamp"],
  ["time(3)", "time(3)", "time(3)"],
  ["interval day to second", "INTERVAL DAY TO SECOND", "interval_day_time"],
  ["varbinary", "varbinary", "binary"],
  ["array(map(varchar, real))", "array(map(varchar, real))", "array<map<string,float>>"],
  ['row(a bigint, "order" date, "b c" json)', 'row(a bigint, "order" date, "b c" json)', "struct<a:bigint,order:date,b c:string>"],
  ["row(bigint, varchar)", "row(bigint, varchar)", "struct<col1:bigint,col2:string>"],
])("%s is %s in SQL and %s in Hive", (presto, sql, hive) => {
  const type = columnType("c", presto);
  expect(typeName(type, "presto")).toBe(presto.replace('"order"', "order"));
  expect(typeInSql(type)).toBe(sql);
  expect(typeName(type, "hive")).toBe(hive);
}); // prettier-ignore
