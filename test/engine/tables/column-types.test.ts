import { expect, test } from "@jest/globals";
import { storedType, serviceType } from "../../../src/engine/tables/column-types.ts";

test.each([
  ["int", "INTEGER"],
  ["long", "BIGINT"],
  ["float", "FLOAT"],
  ["double", "DOUBLE"],
  ["string", "VARCHAR"],
  ["array<long>", "BIGINT[]"],
  ["array<array<string>>", "VARCHAR[][]"],
  ["map<string,array<double>>", "MAP(VARCHAR, DOUBLE[])"],
])("%s is stored as %s, and converted back", (service, engine) => {
  expect(storedType(service)).toBe(engine);
  expect(serviceType(engine)).toBe(service);
});

test.each([
  ["SMALLINT", "int"],
  ["HUGEINT", "long"],
  ["TIMESTAMP WITH TIME ZONE", "timestamp"],
  ["DECIMAL(10,2)", "decimal(10,2)"],
])("%s is shown as %s", (engine, service) => {
  expect(serviceType(engine)).toBe(service);
});

test.each(["text", "", "array<>", "map<double,long>", 'long"; drop table x'])(
  "%p is not a column type",
  (type) => {
    expect(() => storedType(type)).toThrow(`The column type ${JSON.stringify(type).slice(0, 3)}`);
  },
);
