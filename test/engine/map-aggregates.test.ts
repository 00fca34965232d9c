import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openRunner, type TestRunner } from "./open-runner.ts";

let service: TestRunner;
beforeAll(async () => {
  service = await openRunner((connection) =>
    connection
      .run(
        `CREATE TABLE "svc-data".shop.pairs AS SELECT (i * 7919) % 50000 AS k, i AS v, 1 AS one FROM range(0, 150000) AS r(i)`,
      )
      .then(() => undefined),
  );
});
afterAll(() => service.close());

test.each([
  ["multimap_agg(k, v)", "cardinality(m), array_sort(m[0])", [50000, [0, 50000, 100000]]],
  ["multimap_agg(one, v)", "cardinality(m), cardinality(m[1])", [1, 150000]],
  ["map_agg(k, v)", "cardinality(m), m[0] % 50000", [50000, 0]],
  ["map_union(map(array[k], array[v]))", "cardinality(m), m[7] % 50000", [50000, 23753]],
  ["array_histogram(array_agg(k))", "cardinality(m), m[3]", [50000, 3]],
])("%s over fifty thousand keys takes a time that grows with its rows", async (call, values, expected) => {
  const { rows } = await service.query(`select ${values} from (select ${call} m from pairs) t`);
  const plain = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(plain) : typeof value === "bigint" ? Number(value) : value;
  expect(rows[0]!.map(plain)).toEqual(expected);
});
