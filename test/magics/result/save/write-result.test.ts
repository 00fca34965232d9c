import { tableFromIPC } from "@uwdata/flechette";
import { expect, test } from "@jest/globals";
import type { Table } from "../../../../src/core/table/table.ts";
import type { FileFormat } from "../../../../src/magics/result/save/file-formats.ts";
import { writeResult } from "../../../../src/magics/result/save/write-result.ts";
import { tableOf } from "../../../core/table/table-of.ts";

const types = { types: { n: "bigint", t: "varchar" } };
const PARTS = [
  tableOf({ n: [1, 2], t: ["a", null] }, types),
  tableOf({ n: [9007199254740993n], t: ["x\ny"] }, types),
];

async function fileOf(format: Exclude<FileFormat, "parquet">, parts: readonly Table[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const arrive = async function* (): AsyncGenerator<Table> {
    for (const part of parts) yield await Promise.resolve(part);
  };
  await writeResult(arrive(), format, (chunk) => Promise.resolve(chunks.push(Buffer.from(chunk))));
  return Buffer.concat(chunks);
}

test.each([
  ["csv", 'n,t\n1,a\n2,\n9007199254740993,"x\ny"\n'],
  ["tsv", 'n\tt\n1\ta\n2\t\n9007199254740993\t"x\ny"\n'],
  ["jsonl", '{"n":1,"t":"a"}\n{"n":2,"t":null}\n{"n":9007199254740993,"t":"x\\ny"}\n'],
  ["json", '[\n{"n":1,"t":"a"},\n{"n":2,"t":null},\n{"n":9007199254740993,"t":"x\\ny"}\n]\n'],
] as const)("the tables of a result as one %s", async (format, text) => {
  expect((await fileOf(format, PARTS)).toString()).toBe(text);
});

test("a result without rows is an empty list of JSON, and a header of CSV", async () => {
  const none = [tableOf({ n: [] }, { types: { n: "bigint" } })];
  expect((await fileOf("json", none)).toString()).toBe("[]\n");
  expect((await fileOf("csv", none)).toString()).toBe("n\n");
});

test("the tables of a result as one Arrow stream, with a batch for each", async () => {
  const table = tableFromIPC(await fileOf("arrow", PARTS), { useBigInt: true });
  expect(table.toArray()).toEqual([
    { n: 1n, t: "a" },
    { n: 2n, t: null },
    { n: 9007199254740993n, t: "x\ny" },
  ]);
  expect(table.children[0]?.data).toHaveLength(2);
});
