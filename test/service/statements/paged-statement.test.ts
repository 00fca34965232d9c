import { expect, test } from "@jest/globals";
import { ByteAccount } from "../../../src/service/limits/byte-account.ts";
import { PagedStatement } from "../../../src/service/statements/paged-statement.ts";

const memory = new ByteAccount().claim("user", "analyst");

test("a statement that changes rows has the same columns on every page", async () => {
  const statement = new PagedStatement(
    { id: "1", nowMs: 0, userName: "analyst", form: { presto: false, parametricTimes: true }, memory },
    () => ({ signal: new AbortController().signal }) as never,
  );
  const page = { rowCount: 0, bytes: Buffer.of() };
  const seen: unknown[] = [];
  const pages = {
    async *[Symbol.asyncIterator]() {
      seen.push(statement.columns);
      yield await Promise.resolve(page);
    },
  };
  await statement.read({ columns: [], updateType: "INSERT", updateCount: 3, pages });
  seen.push(statement.columns);
  expect(seen).toEqual([[{ name: "rows", type: "bigint" }], [{ name: "rows", type: "bigint" }]]);
});

test.each([
  ["a query that is stopped fails, as its rows may have ended early", undefined, "killed"],
  ["a statement that writes has committed", "INSERT", "read"],
])("stopped before the last page was read: %s", async (_, updateType, outcome) => {
  const stop = new AbortController();
  const form = { presto: false, parametricTimes: true };
  const statement = new PagedStatement(
    { id: "1", nowMs: 0, userName: "analyst", form, memory },
    () => ({ signal: stop.signal }) as never,
  );
  const pages = {
    async *[Symbol.asyncIterator]() {
      yield await Promise.resolve({ rowCount: 1, bytes: Buffer.from("[1]") });
      stop.abort(new Error("killed"));
    },
  };
  const read = statement.read({ columns: [], updateType, updateCount: 1, pages } as never);
  expect(await read.then(() => "read").catch((error: unknown) => (error as Error).message)).toBe(outcome);
});

test("rows far beyond the user's memory fail the statement, unless the user has nothing else", async () => {
  const account = new ByteAccount({ user: { each: 100, all: 250 } });
  const query = (bytes: number): { statement: PagedStatement; read: () => Promise<void> } => {
    const statement = new PagedStatement(
      {
        id: "1",
        nowMs: 0,
        userName: "analyst",
        form: { presto: false, parametricTimes: true },
        memory: account.claim("user", "analyst"),
      },
      () => ({ signal: new AbortController().signal }) as never,
    );
    const pages = {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve({ rowCount: 1, bytes: Buffer.alloc(bytes) });
      },
    };
    return { statement, read: () => statement.read({ columns: [], pages }) };
  };
  const first = query(150);
  await Promise.race([first.read(), first.statement.changed(1000)]);
  await expect(query(60).read()).rejects.toThrow("rows of 1 MiB find no room beside your unread replies");
  expect(account.sums.user).toBe(100);
});
