import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { table } from "arquero";
import { create_engine, read_svc_query, read_svc_table, to_svc } from "../../../src/core/pandas-td.ts";
import type { ClusterOptions } from "../../../src/clusters/open-clusters.ts";
import type { StatementProtocol } from "../../../src/core/wire/statement/statement-headers.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";

interface Kind {
  readonly name: string;
  readonly engine: "presto" | "hive";
  readonly database: string;
  readonly options: () => ClusterOptions;
  readonly writers: readonly ("bulk_import" | "insert_into")[];
}

/** The header names that the server accepts; a Presto-era server knows no others. */
const protocol = (process.env["TRINO_PROTOCOLS"] ?? "trino").split(",")[0] as StatementProtocol;

const kinds: Kind[] = [
  {
    name: "presto on Trino, hive embedded",
    engine: "presto",
    database: "default",
    options: () => ({ presto: { url: engineUrl("TRINO_URL"), catalog: "memory", protocol } }),
    writers: ["bulk_import", "insert_into"],
  },
  {
    name: "hive on a HiveServer2, presto embedded",
    engine: "hive",
    database: "default",
    options: () => ({ hive: hiveOptions() }),
    writers: ["bulk_import"],
  },
].filter(({ engine }) => process.env[engine === "presto" ? "TRINO_URL" : "HIVE_URL"]) as Kind[];

if (kinds.length === 0) engineUrl("TRINO_URL");

const frame = table({
  id: [1, 2, 9007199254740993n, null],
  name: ["it's", 'a "quoted" \\ back', "\u00e9\n\ttab", null],
  score: [1.5, -0.25, 1e300, null],
  time: [1700000000, 1700000001, 1700000002, 1700000003],
});

describe.each(kinds)("$name", ({ engine, database, options, writers }) => {
  let service: ClusterService;
  const name = `${database}.svc_frame`;
  beforeAll(async () => {
    service = await startClusterService(options());
  });
  afterAll(async () => {
    await service.close();
  });
  const read = (sql: string) =>
    read_svc_query(sql, create_engine(`${engine}:${database}`, service.client), {});

  test("its schemas are databases", async () => {
    const names = (await service.client.list_databases()).map(({ name }) => name);
    expect(names).toContain(database);
    expect(names).not.toContain("information_schema");
  });

  test.each(writers)("a frame survives a round trip by %s", async (writer) => {
    await to_svc(frame, name, service.client, { writer, if_exists: "replace", index: false });
    const back = await read(`SELECT id, name, score, time FROM svc_frame ORDER BY time`);
    expect(back.objects()).toEqual(
      [
        { id: 1n, name: "it's", score: 1.5, time: 1700000000n },
        { id: 2n, name: 'a "quoted" \\ back', score: -0.25, time: 1700000001n },
        { id: 9007199254740993n, name: "\u00e9\n\ttab", score: 1e300, time: 1700000002n },
        { id: null, name: null, score: null, time: 1700000003n },
      ].map((row) => ({ ...row, time: Number(row.time) })),
    );
    await to_svc(frame, name, service.client, { writer, if_exists: "append", index: false });
    const [counted] = (await read("SELECT count(*) AS n FROM svc_frame")).objects() as { n: number }[];
    expect(counted?.n).toBe(8);
    await expect(to_svc(frame, name, service.client, { writer, index: false })).rejects.toThrow("exists");
  });

  test("the table is listed with its columns", async () => {
    const found = (await service.client.list_tables(database)).find(({ name }) => name === "svc_frame");
    expect(found?.schema).toEqual([
      { name: "id", type: "long" },
      { name: "name", type: "string" },
      { name: "score", type: "double" },
    ]);
    // The memory catalog of Presto-era servers has no statistics.
    if (engine === "presto") expect(found?.count).toBe(protocol === "presto" ? 0 : 8);
  });

  test("all of ten thousand rows are written", async () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i);
    const large = table({ id: ids, label: ids.map((id) => `row ${id}`), time: ids });
    await to_svc(large, `${database}.svc_large`, service.client, { if_exists: "replace", index: false });
    const back = await read("SELECT count(DISTINCT label) AS n, sum(id) AS total FROM svc_large");
    expect(back.objects()).toEqual([{ n: 10_000, total: 49_995_000 }]);
  });

  test("a failed import leaves the table unchanged", async () => {
    const wrong = table({ id: ["not a number"], time: [1] });
    await expect(
      to_svc(wrong, `${database}.svc_large`, service.client, {
        if_exists: "append",
        index: false,
        fmt: "msgpack",
      }),
    ).rejects.toThrow();
    expect((await read("SELECT count(*) AS n FROM svc_large")).objects()).toEqual([{ n: 10_000 }]);
    const left = (await service.client.list_tables(database)).map(({ name }) => name);
    expect(left.filter((name) => name.startsWith("svc_stage"))).toEqual([]);
  });

  test("a failing query reports its position", async () => {
    await expect(read("SELECT nix FROM svc_large")).rejects.toMatchObject({
      name: "QueryError",
      line: expect.any(Number),
    });
  });

  test("a table is read completely", async () => {
    if (engine !== "presto") return;
    const back = await read_svc_table(name, create_engine(`presto:${database}`, service.client), {
      limit: 3,
    });
    expect(back.numRows()).toBe(3);
    const ranged = await read_svc_table(name, create_engine(`presto:${database}`, service.client), {
      time_range: [1700000001, 1700000003],
    });
    expect(ranged.numRows()).toBe(4);
  });

  test("the other dialect runs on the embedded engine", async () => {
    const other = engine === "presto" ? "hive" : "presto";
    await service.client.list_databases();
    const back = await read_svc_query(
      "SELECT 1 AS a",
      create_engine(`${other}:${database}`, service.client),
      {},
    );
    expect(back.objects()).toEqual([{ a: 1 }]);
  });

  test("tables can be deleted", async () => {
    for (const table of ["svc_frame", "svc_large"]) await read(`DROP TABLE ${table}`);
    const left = (await service.client.list_tables(database)).map(({ name }) => name);
    expect(left.filter((name) => ["svc_frame", "svc_large"].includes(name))).toEqual([]);
  });
});
