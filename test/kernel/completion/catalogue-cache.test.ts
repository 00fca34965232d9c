import { expect, test } from "@jest/globals";
import { CatalogueCache } from "../../../src/kernel/completion/catalogue-cache.ts";
import type { CatalogueClient } from "../../../src/kernel/completion/catalogue-cache.ts";
import { until } from "../support/start-kernel.ts";

/** A cache over a service with one database; the requests that it got, and a clock. */
function cacheOf(answer: (what: string) => unknown = () => undefined) {
  const asked: string[] = [];
  let nowMs = 0;
  const ask = async (what: string): Promise<unknown> => {
    asked.push(what);
    await Promise.resolve();
    return answer(what);
  };
  const client = {
    list_databases: async () => (await ask("databases")) ?? [{ name: "sales" }],
    list_tables: async (database: string) =>
      (await ask(database)) ?? [{ name: "orders", count: 3, schema: [{ name: "id", type: "long" }] }],
    get_job: async (id: number) => await ask(`job ${id}`),
  } as unknown as CatalogueClient;
  const cache = new CatalogueCache({ connect: () => Promise.resolve(client), clock: () => nowMs });
  return { cache, asked, pass: (ms: number) => void (nowMs += ms) };
}

test("is empty at first, and loads in the background what was requested", async () => {
  const { cache, asked } = cacheOf();
  expect(cache.databases).toBeNull();
  expect(cache.databases).toBeNull();
  await until(() => cache.databases !== null);
  expect(cache.databases).toEqual(["sales"]);
  expect(cache.tables("sales")).toBeNull();
  await until(() => cache.tables("sales") !== null);
  expect(cache.tables("sales")).toEqual([
    { name: "orders", count: 3, columns: [{ name: "id", type: "long" }] },
  ]);
  expect(asked).toEqual(["databases", "sales"]);
});

test("sends no request for an unknown database", async () => {
  const { cache, asked } = cacheOf();
  await cache.warm(null);
  expect(cache.tables("sal")).toBeNull();
  await cache.warm("sal");
  expect(asked).toEqual(["databases"]);
});

test("returns stale entries while it refreshes them", async () => {
  let name = "orders";
  const { cache, asked, pass } = cacheOf((what) =>
    what === "sales" ? [{ name, count: 0, schema: [] }] : undefined,
  );
  await cache.warm("sales");
  name = "orders_2";
  expect(cache.tables("sales")?.[0]?.name).toBe("orders");
  expect(asked).toHaveLength(2);
  pass(31_000);
  expect(cache.tables("sales")?.[0]?.name).toBe("orders");
  await until(() => cache.tables("sales")?.[0]?.name === "orders_2");
  name = "orders_3";
  cache.invalidate();
  expect(cache.tables("sales")?.[0]?.name).toBe("orders_2");
  await until(() => cache.tables("sales")?.[0]?.name === "orders_3");
});

test("fetches again what was requested before a change and arrived after it", async () => {
  let names = ["orders"];
  let reply: () => void = () => undefined;
  const { cache, asked } = cacheOf((what) => {
    if (what !== "sales") return undefined;
    const tables = names.map((name) => ({ name, count: 0, schema: [] }));
    return new Promise((resolve) => (reply = () => resolve(tables)));
  });
  await cache.warm(null);
  expect(cache.tables("sales")).toBeNull();
  await until(() => asked.includes("sales"));
  names = ["orders", "returns"];
  cache.invalidate();
  await until(() => {
    reply();
    return cache.tables("sales")?.length === 2;
  });
});

test("tries an unresponsive service again after a while", async () => {
  let works = false;
  const { cache, asked, pass } = cacheOf(() => {
    if (!works) throw new Error("connection refused");
  });
  const databases = (): Promise<unknown> => cache.settled(50, () => cache.databases);
  expect(await databases()).toBeNull();
  works = true;
  expect(await databases()).toBeNull();
  expect(asked).toHaveLength(1);
  pass(6_000);
  expect(await databases()).toEqual(["sales"]);
});

test("tries an unresponsive service again when a cell has used it", async () => {
  let works = false;
  const { cache } = cacheOf(() => {
    if (!works) throw new Error("connection refused");
  });
  await cache.settled(50, () => cache.databases);
  works = true;
  await cache.warm("sales");
  expect(cache.databases).toEqual(["sales"]);
});

test("a failed connection is not an error, and is tried again", async () => {
  let works = false;
  const client = { list_databases: () => Promise.resolve([{ name: "sales" }]) } as unknown as CatalogueClient;
  const cache = new CatalogueCache({
    connect: () => (works ? Promise.resolve(client) : Promise.reject(new Error("no API key"))),
  });
  await cache.warm(null);
  expect(cache.databases).toBeNull();
  works = true;
  await cache.warm(null);
  expect(cache.databases).toEqual(["sales"]);
});

test("requests a finished job once, and an unfinished one again only after a while", async () => {
  let finished = false;
  const result_schema = [{ name: "n", type: "bigint" }];
  const { cache, asked, pass } = cacheOf(() => ({ finished, result_schema }));
  const columns = (): Promise<unknown> => cache.settled(50, () => cache.jobColumns(7));
  expect(await columns()).toBeNull();
  expect(await columns()).toBeNull();
  expect(asked).toEqual(["job 7"]);
  finished = true;
  pass(6_000);
  expect(await columns()).toEqual(result_schema);
  expect(await columns()).toEqual(result_schema);
  expect(asked).toEqual(["job 7", "job 7"]);
});
