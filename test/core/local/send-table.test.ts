import { existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { LocalSession } from "../../../src/core/local/local-session.ts";
import { sendTable } from "../../../src/core/local/send-table.ts";
import { LOCAL_FOLDER } from "../../../src/core/wire/local-request.ts";
import type { FrameInput } from "../../../src/core/write/frame.ts";
import { tableOf } from "../table/table-of.ts";

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A session with a service of its own, and the path of a file in it. */
async function newSession() {
  const home = await mkdtemp(join(tmpdir(), "svc-send-"));
  homes.push(home);
  return { session: new LocalSession(home), pathOf: (request: string) => join(home, LOCAL_FOLDER, request) };
}

const stocks = tableOf({ symbol: ["A"], price: [1.5] }, { types: { symbol: "varchar", price: "double" } });

test("a table is written once, whatever its name", async () => {
  const { session, pathOf } = await newSession();
  const first = await sendTable(session, "stocks", stocks);
  const again = await sendTable(session, "s", stocks);
  expect(first.table).toEqual({
    name: "stocks",
    file: first.table.file,
    columns: [
      { name: "symbol", type: "varchar" },
      { name: "price", type: "double" },
    ],
  });
  expect(again.table).toEqual({ ...first.table, name: "s" });
  await first.forget();
  expect(existsSync(pathOf(first.table.file))).toBe(true);
});

test("it is written again when its file was removed", async () => {
  const { session, pathOf } = await newSession();
  const { table } = await sendTable(session, "stocks", stocks);
  rmSync(pathOf(table.file));
  const again = await sendTable(session, "stocks", stocks);
  expect(existsSync(pathOf(again.table.file))).toBe(true);
});

test("another service gets a file of its own", async () => {
  const [one, other] = [await newSession(), await newSession()];
  await sendTable(one.session, "stocks", stocks);
  const { table } = await sendTable(other.session, "stocks", stocks);
  expect(existsSync(other.pathOf(table.file))).toBe(true);
});

test("rows, which may change, are written each time, and forgotten", async () => {
  const { session, pathOf } = await newSession();
  const rows = [{ a: 1 }];
  const first = await sendTable(session, "rows", rows);
  rows.push({ a: 2 });
  const second = await sendTable(session, "rows", rows);
  expect(second.table.file).not.toBe(first.table.file);
  await first.forget();
  expect([first, second].map(({ table }) => existsSync(pathOf(table.file)))).toEqual([false, true]);
});

test.each<[string, unknown, string]>([
  ["n", 1, "n is no table, so it can't stand in FROM: it is 1; a table, or a list of row objects can"],
  ["n", tableOf({}), "the table n has no columns"],
  ["n", [{ f: () => 1 }], "the table n can't be used in SQL: "],
])("%s = %p: %s", async (name, input, message) => {
  const { session } = await newSession();
  await expect(sendTable(session, name, input as FrameInput)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining(message),
  });
});
