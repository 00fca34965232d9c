import { expect, test } from "@jest/globals";
import { labMethods, type LabParts } from "../../../src/kernel/comms/lab-methods.ts";

const prices = { name: "prices", count: 3, columns: [{ name: "symbol", type: "string" }] };
const catalogue = {
  databases: ["db1"],
  tables: (database: string) => (database === "db1" ? [prices] : null),
  settled: <T>(_: number, read: () => T) => Promise.resolve(read()),
};
const methods = labMethods({ catalogue } as unknown as LabParts);

test("tables have the column time, which their schemas omit", async () => {
  expect(await methods["tables"]?.({ database: "db1" })).toEqual([
    { ...prices, columns: [...prices.columns, { name: "time", type: "long" }] },
  ]);
  expect(await methods["tables"]?.({ database: "other" })).toBeNull();
});
