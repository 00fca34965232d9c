import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { table } from "arquero";
import { create_engine, read_svc_query, to_svc } from "../../../src/core/pandas-td.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";
import type { StatementProtocol } from "../../../src/core/statement/statement-client.ts";

const isHive = process.env["TRINO_URL"] === undefined;
const protocol = (process.env["TRINO_PROTOCOLS"] ?? "trino").split(",")[0] as StatementProtocol;

describe("an append to a column of another type", () => {
  let service: ClusterService;
  const run = (sql: string) =>
    read_svc_query(sql, create_engine(`${isHive ? "hive" : "presto"}:default`, service.client), {});
  beforeAll(async () => {
    service = await startClusterService(
      isHive
        ? { hive: hiveOptions() }
        : { presto: { url: engineUrl("TRINO_URL"), catalog: "memory", protocol } },
    );
    const text = isHive ? "string" : "varchar";
    await run(
      `CREATE TABLE svc_lossy (whole bigint, wide double, price decimal(10,2), short varchar(3), words ${text}, ${isHive ? "`time`" : "time"} bigint) ${isHive ? "STORED AS ORC" : ""}`,
    );
  });
  afterAll(async () => {
    await run("DROP TABLE svc_lossy");
    await service.close();
  });
  const append = (columns: Record<string, unknown[]>) =>
    to_svc(table({ ...columns, time: [1] }), "default.svc_lossy", service.client, {
      if_exists: "append",
      index: false,
    });

  test.each<[string, Record<string, unknown[]>]>([
    ["a fraction to integers", { whole: [3.5] }],
    ["a fraction as text to integers", { whole: ["12.5"] }],
    ["a long integer to doubles", { wide: [9007199254740993n] }],
    ["more digits to decimals", { price: [1.234] }],
    ["more digits as text to decimals", { price: ["1.234"] }],
    ["a longer text to short ones", { short: ["four"] }],
  ])("%s fails", async (_, columns) => {
    await expect(append(columns)).rejects.toThrow(
      /can't hold all of the values of the import|Cannot cast '12.5' to BIGINT/,
    );
  });

  test("values that stay the same are loaded", async () => {
    await append({ whole: [3.0], wide: [7], price: [1.25], short: ["abc"], words: [12] });
    await append({ whole: ["12"], price: ["1.5"], words: [true] });
    const back = await run(
      "SELECT whole, wide, CAST(price AS double) AS price, short FROM svc_lossy ORDER BY whole",
    );
    expect(back.objects()).toEqual([
      { whole: 3, wide: 7, price: 1.25, short: "abc" },
      { whole: 12, wide: null, price: 1.5, short: null },
    ]);
  });

  test("the least integer is loaded", async () => {
    await append({ whole: [-(2n ** 63n)] });
    const back = await run("SELECT whole FROM svc_lossy WHERE whole < 0");
    expect(back.objects()).toEqual([{ whole: -(2n ** 63n) }]);
  });
});
