import { expect, test } from "@jest/globals";
import { connect, create_engine, read_svc_query, to_svc } from "../../src/core/pandas-td.ts";
import type { Client } from "../../src/core/client.ts";
import { queryOn } from "../../src/core/query/client-query.ts";
import { Writer, type UploadFrame, type WriteTarget } from "../../src/core/writer.ts";
import { fillTable } from "../../src/core/writers/fill-table.ts";
import { partOf } from "../jest/short-form.ts";
import { runningService } from "./lib/running-service.ts";

// Effects of several clients on the same tables, over real sockets.

const svc = runningService();

const another = async (
  options: { timeout?: number; max_cumul_retry_delay?: number } = {},
): Promise<Client> => {
  const { endpoint, apikey } = await svc.con.target();
  return connect(apikey, endpoint, { database: "db1", ...options });
};

async function rowsOf(table: string): Promise<(number | null)[]> {
  const found = await svc.con.query(`select n from ${table} order by n`, { db: "db1" });
  return [...(found.array("n") as Iterable<number | null>)];
}

test.each([
  ["bulk_import", partOf(8, 2)],
  ["insert_into", partOf(4, 2)],
] as const)("clients that create a table at once, by %s", async (writer, count) => {
  for (const if_exists of ["append", "replace", "ignore", "fail"] as const) {
    const table = `new_${writer}_${if_exists}`;
    const clients = await Promise.all(Array.from({ length: count }, () => another()));
    const ended = await Promise.allSettled(
      clients.map((con, i) => to_svc([{ n: i }], `db1.${table}`, con, { if_exists, writer, index: false })),
    );
    const failed = ended.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(failed).toEqual(
      if_exists === "fail"
        ? Array.from({ length: count - 1 }, () =>
            expect.stringContaining(`${table} exists; choose if_exists`),
          )
        : [],
    );
    const rows = await rowsOf(table);
    if (if_exists === "append") expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7].slice(0, count));
    else expect(rows).toHaveLength(1);
    for (const con of clients) con.close();
  }
  const names = (await svc.con.list_tables("db1")).map(({ name }) => name);
  expect(names.filter((name) => name.includes("_new_"))).toEqual([]);
});

/** Writes `own` rows into the table that it creates, runs `meanwhile`, and fails. */
class Failing extends Writer {
  readonly own: number;
  readonly meanwhile: () => Promise<unknown>;

  constructor(own: number, meanwhile: () => Promise<unknown>) {
    super();
    this.own = own;
    this.meanwhile = meanwhile;
  }

  async write_dataframe(_frame: UploadFrame, target: WriteTarget): Promise<void> {
    const { connection, table } = target;
    await fillTable(target, {
      fill: async () => {
        if (this.own > 0)
          await queryOn(
            connection,
            `insert into ${table} (time) select * from unnest(sequence(1, ${this.own}))`,
            {},
          );
        await this.meanwhile();
        throw new Error("the disk is full");
      },
      rowsIn: () => this.own,
    });
  }
}

const nothing = (): Promise<void> => Promise.resolve();

test.each([0, 3])("a failed write removes the table that it created, with %i written rows", async (own) => {
  const options = { if_exists: "append", index: false, writer: new Failing(own, nothing) } as const;
  await expect(to_svc([{ n: 1 }], "db1.own", svc.con, options)).rejects.toThrow(/^the disk is full$/);
  expect(await svc.con.exists("db1", "own")).toBe(false);
});

test.each([
  [0, "the disk is full; the table created for them is kept, as others have written to it"],
  [
    2,
    "2 rows are in db1.shared2; the table created for them is kept, as it has 3 rows, 2 of them from this upload; the disk is full",
  ],
])(
  "with %i rows of its creator a table is kept if another client has written to it",
  async (own, message) => {
    const other = await another();
    const append = (): Promise<void> =>
      to_svc([{ n: 5 }], `db1.shared${own}`, other, { if_exists: "append", index: false });
    const options = { if_exists: "append", index: false, writer: new Failing(own, append) } as const;
    await expect(to_svc([{ n: 1 }], `db1.shared${own}`, svc.con, options)).rejects.toThrow(message);
    expect((await rowsOf(`shared${own}`)).filter((n) => n !== null)).toEqual([5]);
    other.close();
  },
);

test("a job that takes longer than the request timeout is waited for", async () => {
  const con = await another({ timeout: 0.3, max_cumul_retry_delay: 0 });
  const slow =
    "select count(*) as n from unnest(sequence(1, 10000)) a(x) cross join unnest(sequence(1, 6000)) b(y) where (x * y) % 7 = 8";
  const table = await read_svc_query(slow, create_engine("presto:db1", con));
  expect(table.objects()).toEqual([{ n: 0 }]);
  con.close();
});

test("prepared statements and USE last as long as the client", async () => {
  const con = await another();
  await con.query("prepare twice from select ? * 2 as n");
  expect((await con.query("execute twice using 21;")).objects()).toEqual([{ n: 42 }]);
  await con.query("create schema if not exists db2");
  await con.query("use db2");
  await con.query("create table here (n bigint)");
  expect((await con.list_tables("db2")).map(({ name }) => name)).toEqual(["here"]);
  await expect((await another()).query("execute twice using 21")).rejects.toMatchObject({
    name: "QueryError",
    message: expect.stringContaining("twice"),
  });
  con.close();
});
