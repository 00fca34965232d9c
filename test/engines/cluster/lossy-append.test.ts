import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import { create_engine, read_svc_query, to_svc } from "../../../src/core/pandas-td.ts";
import { clusterUnderTest, isHive } from "../helpers/cluster-under-test.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";

describe("an append to a column of another type", () => {
  let service: ClusterService;
  const run = (sql: string) =>
    read_svc_query(sql, create_engine(`${isHive ? "hive" : "presto"}:default`, service.client), {});
  beforeAll(async () => {
    service = await startClusterService(clusterUnderTest());
    const [text, moment, time] = isHive
      ? ["string", "timestamp", "`time`"]
      : ["varchar", "timestamp(0)", "time"];
    await run(
      `CREATE TABLE svc_lossy (whole bigint, wide double, price decimal(10,2), fine decimal(20,18), short varchar(3), words ${text}, day date, moment ${moment}, flag boolean, ${time} bigint) ${isHive ? "STORED AS ORC" : ""}`,
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
      // Texts stay texts.
      fmt: "msgpack",
    });

  test.each<[string, Record<string, unknown[]>]>([
    ["a fraction to integers", { whole: [3.5] }],
    ["a long fraction as text to integers", { whole: ["9007199254740993.4"] }],
    ["a double past all integers", { whole: [2 ** 63] }],
    ["a long integer to doubles", { wide: [9007199254740993n] }],
    ["the greatest integer to doubles", { wide: [2n ** 63n - 1n] }],
    ["a long integer as text to doubles", { wide: ["9007199254740993"] }],
    ["more digits to decimals", { price: [1.234] }],
    ["digits that no double has to decimals", { fine: ["0.1234567890123456789"] }],
    ["a longer text to short ones", { short: ["four"] }],
    ["a time of day to dates", { day: ["2024-01-02 10:00:00"] }],
    [
      "more digits of a second",
      { moment: [isHive ? "2024-01-02 10:00:00.1234567891" : "2024-01-02 10:00:00.5"] },
    ],
    ["an offset", { moment: ["2024-01-02 10:00:00 +05:00"] }],
    ["a number other than 0 and 1 to booleans", { flag: [5] }],
    ["a word to booleans", { flag: ["abc"] }],
  ])("%s fails", async (_, columns) => {
    await expect(append(columns)).rejects.toThrow(/can't hold all of the values of the import|cast/i);
  });

  test("values that stay the same are loaded", async () => {
    await append({
      whole: [3.0],
      wide: [7],
      price: [1.25],
      fine: [0.5],
      short: ["abc"],
      words: [12],
      flag: [1],
    });
    await append({ whole: ["12"], wide: ["-0.10"], price: ["1.5"], words: [true], flag: ["false"] });
    await append({ whole: [14], wide: ["1e300"], day: ["2024-01-10"], moment: ["2024-01-10 10:00:00"] });
    await append({ whole: [15], wide: ["9007199254740992"], moment: ["2024-01-10"] });
    const text = isHive ? "string" : "varchar";
    const back = await run(
      `SELECT whole, wide, CAST(price AS double) AS price, short, CAST(day AS ${text}) AS day, CAST(moment AS ${text}) AS moment, flag FROM svc_lossy ORDER BY whole`,
    );
    const nothing = { wide: null, price: null, short: null, day: null, moment: null, flag: null };
    expect(back.objects()).toEqual([
      { ...nothing, whole: 3, wide: 7, price: 1.25, short: "abc", flag: true },
      { ...nothing, whole: 12, wide: -0.1, price: 1.5, flag: false },
      { ...nothing, whole: 14, wide: 1e300, day: "2024-01-10", moment: "2024-01-10 10:00:00" },
      { ...nothing, whole: 15, wide: 9007199254740992, moment: "2024-01-10 00:00:00" },
    ]);
  });

  test("the least integer is loaded", async () => {
    await append({ whole: [-(2n ** 63n)] });
    const back = await run("SELECT whole FROM svc_lossy WHERE whole < 0");
    expect(back.objects()).toEqual([{ whole: -(2n ** 63n) }]);
  });
});
