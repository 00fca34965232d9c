import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TableShape } from "../../../src/dialect/catalogue.ts";
import { TableChanges } from "../../../src/engine/database/table-changes.ts";
import { TableShapes } from "../../../src/engine/run/table-shapes.ts";
import { openRunner, type TestRunner } from "../open-runner.ts";

const shape = (...columns: string[]): TableShape => ({
  database: "shop",
  name: "orders",
  columns: columns.map((name) => ({ name, type: { kind: "bigint" } })),
});

describe("shapes of tables", () => {
  test("are read once between two changes", async () => {
    const changes = new TableChanges();
    const shapes = new TableShapes(changes);
    let reads = 0;
    const read = (): Promise<TableShape> => Promise.resolve(shape(`c${++reads}`));
    expect(await shapes.of("orders", read)).toEqual(shape("c1"));
    expect(await shapes.of("orders", read)).toEqual(shape("c1"));
    expect(await shapes.of("lines", read)).toEqual(shape("c2"));
    await changes.during([{ database: "shop", name: "other" }], () => Promise.resolve());
    expect(await shapes.of("orders", read)).toEqual(shape("c3"));
  });

  test("that are read during a change, or over its start or end, are not kept", async () => {
    const changes = new TableChanges();
    const shapes = new TableShapes(changes);
    const fresh = (): Promise<TableShape> => Promise.resolve(shape("new"));
    const change = [{ database: "shop", name: "orders" }];
    const old = { give: (_: TableShape) => undefined as void };
    const overStart = shapes.of("orders", () => new Promise((resolve) => (old.give = resolve)));
    await changes.during(change, async () => {
      old.give(shape("old"));
      expect(await overStart).toEqual(shape("old"));
      expect(await shapes.of("orders", () => Promise.resolve(shape("during")))).toEqual(shape("during"));
      void shapes.of("orders", () => new Promise((resolve) => (old.give = resolve)));
    });
    old.give(shape("over the end"));
    expect(await shapes.of("orders", fresh)).toEqual(shape("new"));
  });

  test("of a table that does not exist are not kept", async () => {
    const shapes = new TableShapes(new TableChanges());
    expect(await shapes.of("orders", () => Promise.resolve(null))).toBeNull();
    expect(await shapes.of("orders", () => Promise.resolve(shape("id")))).toEqual(shape("id"));
  });
});

describe("a query after a change", () => {
  let service: TestRunner;
  beforeAll(async () => {
    service = await openRunner();
  });
  afterAll(() => service.close());

  test("knows the table's columns and types", async () => {
    const all = async (): Promise<unknown> => (await service.query("select * from orders")).rows;
    await service.query("create table orders as select 1 a");
    await service.query("create view lines as select * from orders");
    expect(await all()).toEqual([[1]]);
    await service.query("alter table orders add column b varchar");
    expect(await all()).toEqual([[1, null]]);
    await service.query("drop table orders");
    await expect(all()).rejects.toThrow("does not exist");
    await service.query("create table orders as select 'x' a");
    expect(await all()).toEqual([["x"]]);
    await service.query("drop view lines");
    await service.query("create view lines as select a || 'y' z from orders");
    expect((await service.query("select * from lines")).rows).toEqual([["xy"]]);
  });
});
