import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { postStatement, runStatement, type Answer } from "../helpers/run-statement.ts";
import { partOf } from "../../jest/short-form.ts";

let folder: string;
let service: Service;
const run = (sql: string, headers?: Record<string, string>) => runStatement(service, sql, headers);
/** The name of a statement's error. */
const errorOf = async (sql: string, headers?: Record<string, string>) =>
  (await run(sql, headers)).end.error?.errorName;
const prepared = (sql: string) => ({ "x-trino-prepared-statement": `p=${encodeURIComponent(sql)}` });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-session-"));
  service = await startService({ dataDir: folder });
  await service.app(
    new Request("http://svc.test/v3/database/create/test_db", {
      method: "POST",
      headers: { authorization: `TD1 ${service.apikey}` },
    }),
  );
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test("a statement without a result has no columns, and reports what it did", async () => {
  expect((await run("create table made (a bigint)")).end).toMatchObject({
    columns: [],
    updateType: "CREATE TABLE",
  });
  expect((await run("set session a = 'x'")).end).toMatchObject({ columns: [], updateType: "SET SESSION" });
  expect((await run("select 1 as n where false")).end.columns).toMatchObject([{ name: "n" }]);
});

test("a session property without effect gives a warning", async () => {
  expect((await run("set session a = 'x'")).end.warnings).toMatchObject([
    { message: "the session property 'a' has no effect here" },
  ]);
  expect((await run("set session query_max_run_time = '5m'")).end.warnings).toEqual([]);
  expect(await errorOf("set session query_max_run_time = 'soon'")).toBe("INVALID_SESSION_PROPERTY");
});

test("literals with a point are doubles where the session says so", async () => {
  const types = "select typeof(1.0), typeof(decimal '1.0')";
  const header = (value: string) => ({ "x-trino-session": `parse_decimal_literals_as_double=${value}` });
  expect((await run("set session parse_decimal_literals_as_double = true")).end.warnings).toEqual([]);
  expect((await run(types, header("true"))).rows).toEqual([["double", "decimal(2,1)"]]);
  expect((await run(types, header("false"))).rows).toEqual([["decimal(2,1)", "decimal(2,1)"]]);
  expect(await errorOf(types, header("maybe"))).toBe("INVALID_SESSION_PROPERTY");
  expect((await run(types, { "x-trino-session": "a=x" })).end.warnings).toMatchObject([
    { message: "the session property 'a' has no effect here" },
  ]);
});

test("a session property that no client can keep in its headers is refused", async () => {
  for (const sql of [
    'set session "日" = 1',
    "set session \"a=b,c\" = 'x'",
    "set session a = '日'",
    'reset session "日"',
  ])
    expect([sql, await errorOf(sql)]).toEqual([sql, "SYNTAX_ERROR"]);
  expect(await errorOf('set session "td-presto".a = 1')).toBeUndefined();
});

test("another user of the session is refused", async () => {
  for (const sql of ["set session authorization bob", "reset session authorization"])
    expect([sql, await errorOf(sql)]).toEqual([sql, "NOT_SUPPORTED"]);
});

describe("transactions", () => {
  const begin = async () => {
    const { headers, end } = await run("start transaction isolation level read committed, read write");
    expect(end).toMatchObject({
      updateType: "START TRANSACTION",
      warnings: [{ warningCode: { name: "NO_TRANSACTION" } }],
    });
    return { "x-trino-transaction-id": headers.get("x-trino-started-transaction-id") ?? "" };
  };

  test("begin and end, but each statement takes effect at once", async () => {
    await run("create table written (a bigint)");
    const inside = await begin();
    expect((await run("insert into written values 1", inside)).rows).toEqual([[1]]);
    expect((await run("select * from written")).rows).toEqual([[1]]);
    const { headers, end } = await run("commit", inside);
    expect(headers.get("x-trino-clear-transaction-id")).toBe("true");
    expect(end).toMatchObject({ updateType: "COMMIT", columns: [] });
    expect(await errorOf("select 1", inside)).toBe("UNKNOWN_TRANSACTION");
  });

  test("a ROLLBACK fails if it can't undo a change", async () => {
    expect((await run("rollback", await begin())).end.error).toBeUndefined();
    const inside = await begin();
    await run("create table stays (a bigint)", inside);
    const { headers, end } = await run("rollback work", inside);
    expect(end.error).toMatchObject({
      errorName: "NOT_SUPPORTED",
      message: expect.stringMatching(/can't undo the statement of this transaction that changed data/),
    });
    expect(headers.has("x-trino-clear-transaction-id")).toBe(false);
    expect((await run("rollback", inside)).headers.get("x-trino-clear-transaction-id")).toBe("true");
  });

  test("are refused outside of a transaction, inside of one, or for a client without support", async () => {
    expect(await errorOf("commit")).toBe("NOT_IN_TRANSACTION");
    expect(await errorOf("start transaction", await begin())).toBe("NOT_SUPPORTED");
    expect(await errorOf("start transaction", { "x-trino-transaction-id": "" })).toBe("INCOMPATIBLE_CLIENT");
  });
});

describe("prepared statements", () => {
  test("insert their values as operands", async () => {
    expect((await run("execute p using -1, 1 + 1", prepared("select 5 -? * ?, '?'"))).rows).toEqual([
      [7, "?"],
    ]);
    expect((await run("execute immediate 'select n from (values 1, 2) t(n) limit ?' using 1")).rows).toEqual([
      [1],
    ]);
    expect(await errorOf("execute p using 1", prepared("select ?, ?"))).toBe("INVALID_PARAMETER_USAGE");
    expect(await errorOf("execute nobody")).toBe("NOT_FOUND");
    expect(await errorOf("deallocate prepare nobody")).toBe("NOT_FOUND");
  });

  test("are compressed if they are long, as clients send them in headers", async () => {
    const terms = partOf(5000, 5);
    const { headers } = await run(`prepare p from select ${"length('some text') + ".repeat(terms)} ?`);
    const kept = headers.get("x-trino-added-prepare") ?? "";
    expect(kept.length).toBeLessThan(2000);
    expect((await run("execute p using 1", { "x-trino-prepared-statement": kept })).rows).toEqual([
      [9 * terms + 1],
    ]);
    const packed = (await run("prepare q from select '$deflate:'")).headers.get("x-trino-added-prepare")!;
    expect((await run("execute q", { "x-trino-prepared-statement": packed })).rows).toEqual([["$deflate:"]]);
  });

  test("and properties that no client could send in its headers are refused", async () => {
    const noise = randomBytes(15_000).toString("base64");
    expect(await errorOf(`prepare p from select '${noise}', ?`)).toBe("GENERIC_INSUFFICIENT_RESOURCES");
    expect(await errorOf(`set session a = '${noise}'`)).toBe("GENERIC_INSUFFICIENT_RESOURCES");
    const full = { "x-trino-session": `a=${"x".repeat(11_990)}` };
    expect(await errorOf("prepare p from select ?, ?", full)).toBe("GENERIC_INSUFFICIENT_RESOURCES");
    expect(await errorOf("deallocate prepare p", { ...full, ...prepared("select 1") })).toBeUndefined();
    expect(await errorOf("use test_db", full)).toBeUndefined();
  });

  test("can be described before they run", async () => {
    await run("create table described (a bigint, b varchar)");
    const sql = "select a, a + ? as z, count(*), b as bb from described where b = ? group by 1, 2, 4 limit ?";
    const output = await run("describe output p", prepared(sql));
    expect(output.answers.at(-1)?.columns?.map(({ name }) => name)).toEqual([
      "Column Name",
      "Catalog",
      "Schema",
      "Table",
      "Type",
      "Type Size",
      "Aliased",
    ]);
    const source = [expect.any(String), "test_db", "described"];
    expect(output.rows).toEqual([
      ["a", ...source, "bigint", 8, false],
      ["z", "", "", "", "bigint", 8, true],
      ["_col2", "", "", "", "bigint", 8, false],
      ["bb", ...source, "varchar", 0, true],
    ]);
    const inner =
      "with w as (select d.b as c, a + 1 as n from described d) select * from (select n, c from w)";
    expect((await run("describe output p", prepared(inner))).rows).toEqual([
      ["n", "", "", "", "bigint", 8, false],
      ["c", ...source, "varchar", 0, false],
    ]);
    expect((await run("describe input p", prepared(sql))).rows).toEqual([
      [0, "bigint"],
      [1, "varchar"],
      [2, "bigint"],
    ]);
    expect((await run("describe output p", prepared("insert into described values (?, ?)"))).rows).toEqual([
      ["rows", "", "", "", "bigint", 8, false],
    ]);
    expect((await run("describe output p", prepared("create table other (a bigint)"))).rows).toEqual([]);
    expect(await errorOf("describe output p", prepared("select nothing from described"))).toBe(
      "COLUMN_NOT_FOUND",
    );
    expect(await errorOf("select * from other")).toBe("TABLE_NOT_FOUND");
  });
});

// What Trino 476 does.
test("INSERT rounds numbers and times to the column's type", async () => {
  await run("create table rounded (n integer, d decimal(10,2), at timestamp)");
  const sql = "insert into rounded values (decimal '1.5', 1.255e0, timestamp '2024-01-02 03:04:05.678901')";
  expect((await run(sql)).end).toMatchObject({ updateType: "INSERT", updateCount: 1 });
  expect((await run("select n, d, at from rounded")).rows).toEqual([[2, "1.26", "2024-01-02 03:04:05.679"]]);
  expect(await errorOf("insert into rounded (n) values 1e10")).toBe("NUMERIC_VALUE_OUT_OF_RANGE");
});

describe("time limits", () => {
  const slow =
    "with s as (select n from unnest(sequence(1, 10000)) t(n)) select count(*) from s a, s b, s c where a.n * b.n + c.n = -3";
  test.each(["query_max_run_time", "query_max_execution_time"])("%s is enforced", async (name) => {
    expect((await run(slow, { "x-trino-session": `${name}=300ms` })).end.error).toMatchObject({
      errorName: "EXCEEDED_TIME_LIMIT",
      errorType: "INSUFFICIENT_RESOURCES",
      errorCode: 131075,
      message: expect.stringMatching(/^Query exceeded the maximum (run|execution) time limit of 0\.30s$/),
    });
  });

  test("a query can be killed by its id", async () => {
    const first = await postStatement(service, slow);
    const { end } = await run(`call system.runtime.kill_query(query_id => '${first.id}', message => 'no')`);
    expect(end).toMatchObject({ updateType: "CALL", columns: [] });
    let answer = first;
    while (answer.nextUri) answer = (await (await fetch(answer.nextUri)).json()) as Answer;
    expect(answer.error).toMatchObject({
      errorName: "ADMINISTRATIVELY_KILLED",
      message: "Query killed. Message: no",
    });
    expect(await errorOf("call system.runtime.kill_query('nobody', '')")).toBe("NOT_FOUND");
    expect(await errorOf("call other.thing()")).toBe("PROCEDURE_NOT_FOUND");
  });
});

test("Presto clients get the type signatures that they expect", async () => {
  const headers = {
    "x-trino-user": "",
    "x-presto-user": service.apikey,
    "x-presto-client-capabilities": "",
  };
  const sql =
    "select cast(row(1, 'x') as row(a bigint, b varchar)) as r, timestamp '2020-01-01 00:00:00' as t";
  const { end, rows } = await run(sql, headers);
  expect(rows).toEqual([[[1, "x"], "2020-01-01 00:00:00.000"]]);
  expect(end.columns?.[0]?.typeSignature).toEqual({
    rawType: "row",
    arguments: [
      {
        kind: "NAMED_TYPE_SIGNATURE",
        value: { fieldName: { name: "a", delimited: false }, typeSignature: "bigint" },
      },
      {
        kind: "NAMED_TYPE_SIGNATURE",
        value: { fieldName: { name: "b", delimited: false }, typeSignature: "varchar" },
      },
    ],
  });
  expect(end.columns?.[1]).toEqual({
    name: "t",
    type: "timestamp",
    typeSignature: { rawType: "timestamp", arguments: [] },
  });
});

test("RESET SESSION and DEALLOCATE tell the client what to forget", async () => {
  const reset = await run("reset session query_max_run_time");
  expect(reset.end.updateType).toBe("RESET SESSION");
  expect(reset.headers.get("x-trino-clear-session")).toBe("query_max_run_time");
  const gone = await run("deallocate prepare p", prepared("select 1"));
  expect(gone.end.updateType).toBe("DEALLOCATE");
  expect(gone.headers.get("x-trino-deallocated-prepare")).toBe("p");
  expect(await errorOf("deallocate prepare q", prepared("select 1"))).toBe("NOT_FOUND");
});

test.each(["serializable", "repeatable read", "read uncommitted", "read committed"])(
  "a transaction may have the isolation level %s",
  async (level) => {
    const { end, headers } = await run(`start transaction read only, isolation level ${level}`);
    expect([end.error, headers.has("x-trino-started-transaction-id")]).toEqual([undefined, true]);
  },
);

test.each([
  ["x-trino-session", "a=%zz", "The header of the session can't be decoded."],
  ["x-trino-prepared-statement", "p=%e3", "The header of the prepared-statement can't be decoded."],
  ["x-svc-once", "a b", 'x-svc-once is a key of at most 64 letters, digits, "_" and "-".'],
])("a request with the header %s: %s is refused", async (name, value, message) => {
  const response = await fetch(`${service.url}/v1/statement`, {
    method: "POST",
    body: "select 1",
    headers: { "x-trino-user": service.apikey, [name]: value },
  });
  expect([response.status, await response.json()]).toMatchObject([400, { error: message }]);
});
