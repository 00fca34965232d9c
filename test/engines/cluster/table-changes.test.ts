import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { create_engine, read_svc_query } from "../../../src/core/pandas-td.ts";
import { clusterUnderTest, isHive } from "../helpers/cluster-under-test.ts";
import { startClusterService, type ClusterService } from "../helpers/start-cluster-service.ts";

/** Spark has no statement that moves a table to another database. */
const isSpark = isHive && process.env["HIVE_PASSWORD"] === undefined;

describe("changes of tables on a cluster", () => {
  let service: ClusterService;
  const run = (sql: string) =>
    read_svc_query(sql, create_engine(`${isHive ? "hive" : "presto"}:default`, service.client), {});
  /** Sends a change. @returns the status, and the error's message. */
  const change = async (path: string, form: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/v3/${path}`, {
      method: "POST",
      headers: { authorization: `TD1 ${service.apikey}` },
      body: new URLSearchParams(form),
    });
    const { message } = (await response.json()) as { message?: string };
    return message === undefined ? response.status : [response.status, message];
  };
  /** Tables with the number that their one row has, by database. */
  const tables = async (...databases: string[]) => {
    const found: Record<string, unknown> = {};
    for (const database of databases)
      for (const { name } of await service.client.list_tables(database))
        if (name.startsWith("svc_c_"))
          found[`${database}.${name}`] = (
            (await run(`SELECT max(id) AS id FROM ${database}.${name}`)).objects() as { id: number }[]
          )[0]?.id;
    return found;
  };
  const create = (name: string, id: number | null) =>
    run(
      `CREATE TABLE ${name} ${isHive ? "STORED AS ORC" : ""} AS SELECT CAST(${id} AS int) AS id ${id === null ? "WHERE 1 = 0" : ""}`,
    );
  const clean = async () => {
    for (const name of ["a", "b"]) await run(`DROP TABLE IF EXISTS svc_c_${name}`);
    await run("DROP TABLE IF EXISTS svc_other.svc_c_a");
    await run("DROP SCHEMA IF EXISTS svc_other");
  };

  beforeAll(async () => {
    service = await startClusterService(clusterUnderTest());
    await clean();
    await create("svc_c_a", 1);
    await create("svc_c_b", 2);
  });
  afterAll(async () => {
    await clean();
    await service.close();
  });

  test("a table is renamed, and over another one only if that is asked for", async () => {
    expect(await change("table/rename/default/svc_c_a/svc_c_b")).toEqual([
      409,
      "Table default.svc_c_b already exists",
    ]);
    expect(await change("table/rename/default/svc_c_nix/svc_c_b")).toEqual([
      404,
      expect.stringContaining("svc_c_nix"),
    ]);
    expect(await change("table/rename/default/svc_c_a/svc_c_b", { overwrite: "true" })).toBe(200);
    expect(await tables("default")).toEqual({ "default.svc_c_b": 1 });
    expect(await change("table/rename/default/svc_c_b/svc_c_a")).toBe(200);
    expect(await tables("default")).toEqual({ "default.svc_c_a": 1 });
  });

  test("names are swapped", async () => {
    await create("svc_c_b", 2);
    expect(await change("table/swap/default/svc_c_a/svc_c_b")).toBe(200);
    expect(await tables("default")).toEqual({ "default.svc_c_a": 2, "default.svc_c_b": 1 });
    expect(await change("table/swap/default/svc_c_a/svc_c_a")).toBe(200);
  });

  test("a table is moved to another database, which must exist", async () => {
    const move = () => change("table/change_database/default/svc_c_a", { dest_database_name: "svc_other" });
    expect(await move()).toEqual([404, expect.stringContaining("svc_other")]);
    expect(await change("database/create/svc_other")).toBe(200);
    if (isSpark) {
      expect(await move()).toEqual([422, expect.stringContaining("databases do not match")]);
      return void (await run("DROP TABLE svc_c_a"));
    }
    expect(await move()).toBe(200);
    expect(await tables("default", "svc_other")).toEqual({ "default.svc_c_b": 1, "svc_other.svc_c_a": 2 });
    expect(await change("database/delete/svc_other")).toEqual([422, expect.stringContaining("1 tables")]);
  });

  test("a table with rows is not deleted if it must be empty", async () => {
    expect(await change("table/delete/default/svc_c_b", { if_empty: "true" })).toEqual([
      409,
      expect.stringContaining("svc_c_b"),
    ]);
    await run("DROP TABLE svc_c_b");
    await create("svc_c_b", null);
    expect(await change("table/delete/default/svc_c_b", { if_empty: "true" })).toBe(200);
    expect(await tables("default")).toEqual({});
  });
});
