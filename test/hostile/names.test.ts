import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../service/helpers/start-test-service.ts";
import { runStatement } from "../service/helpers/run-statement.ts";
import { createRunner } from "../../src/engine/run/create-runner.ts";
import { someOf } from "../jest/short-form.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ createRunner: (database) => createRunner(database) });
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/table/create/test_db/orders/log");
});
afterAll(() => service.remove());

/** Texts that no database, table, job or session can have as its name, as they stand in an address. */
const NAMES = [
  "%00", "a%00b", "%00orders", "%0a", "%ff", "%ED%A0%80", "%C0%80", "%2e%2e", "%2e%2e%2f%2e%2e%2fkeys.json", "%27%22%60%3b--", "%e2%80%ae", "x".repeat(5000), "-1", "1e99", "99999999999999999999", "NaN", "__proto__", "constructor", "svc-notes", "svc-data", "main",
]; // prettier-ignore

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

test("no name, parameter or body of any route is answered with an internal error", async () => {
  const { paths } = await service.json<{ paths: Record<string, Record<string, Operation>> }>("/openapi.json");
  const faults: string[] = [];
  const check = async (method: string, path: string, init: RequestInit = {}): Promise<void> => {
    const { status } = await service.request(path, { method, ...init });
    if (status === 500)
      faults.push(`${method} ${path.slice(0, 100)} ${JSON.stringify(init).slice(0, 100)}: ${status}`);
  };
  for (const [path, operations] of Object.entries(paths)) {
    const places = path.match(/\{\w+\}/g) ?? [];
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      const verb = method.toUpperCase();
      const fill = (at: number, name: string): string =>
        places.reduce(
          (text, place, i) => text.replace(place, i === at ? name : i === 0 ? "test_db" : "orders"),
          path,
        );
      for (const name of someOf(NAMES, 5)) for (const at of places.keys()) await check(verb, fill(at, name));
      const plain = fill(-1, "");
      for (const { name } of parameters.filter((one) => one.in === "query"))
        for (const value of someOf(NAMES, 5)) await check(verb, `${plain}?${name}=${value}`);
      if (verb === "GET") continue;
      for (const body of [
        "\0",
        "{",
        '{"name":"\\u0000","query":"\\u0000"}',
        "query=%00&name=%00&engine_version=%00&domain_key=%00&priority=%00",
        "\x93\xff\x00",
      ]) {
        for (const type of [
          "application/json",
          "application/x-www-form-urlencoded",
          "application/octet-stream",
          "multipart/form-data; boundary=\u00e9",
        ])
          await check(verb, plain, { body, headers: { "content-type": type } });
      }
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

test("NUL characters in statements fail that statement, or are text", async () => {
  // The routes above include those that delete.
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/table/create/test_db/orders/log");
  const ends: unknown[] = [];
  for (const sql of [
    `drop table "a\0b"`,
    `create table test_db."a\0b" as select 1 as a`,
    `select * from "a\0b"."c\0"`,
    `use "a\0b"`,
    `create schema "a\0b"`,
    `select length('a\0b')`,
    `select "a\0b" from (values 1) t ("a\0b")`,
    `alter table test_db.orders rename to "a\0b"`,
    `\0`,
  ]) {
    const { end, rows } = await runStatement({ url: service.url, apikey: service.apikey }, sql);
    ends.push(end.error?.errorName ?? rows);
    const listed = await service.json<{ tables: { name: string }[] }>("/v3/table/list/test_db");
    expect(listed.tables.map(({ name }) => name)).toEqual(["orders"]);
  }
  const none = "SYNTAX_ERROR";
  expect(ends).toEqual([none, none, none, none, none, [[3]], none, none, none]);
});
