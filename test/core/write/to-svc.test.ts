import { describe, expect, test } from "@jest/globals";
import { table as arqueroTable } from "arquero";
import { onProgress } from "../../../src/core/progress.ts";
import { connect } from "../../../src/core/connect.ts";
import { to_svc, type ToSvcOptions } from "../../../src/core/write/to-svc.ts";
import type { FrameInput } from "../../../src/core/write/frame.ts";
import { BulkImportWriter, Writer, type UploadFrame, type WriteTarget } from "../../../src/core/writer.ts";
import { fakeTables, type FakeTables, type FakeTablesOptions, type Row } from "../helpers/fake-tables.ts";
import { wholeWaits } from "../helpers/whole-waits.ts";
import { tableOf } from "../table/table-of.ts";

wholeWaits();

const ROWS = [
  { host: "a", n: 1 },
  { host: "b", n: 2 },
];
const OLD = [{ old: 1 }];

const connectOptions = {
  now: () => 1700000000_000,
  sleep: () => Promise.resolve(),
  max_cumul_retry_delay: 5,
};

async function write(
  service: FakeTables,
  options: ToSvcOptions = {},
  frame: FrameInput = ROWS,
  name = "db1.t",
): Promise<void> {
  await to_svc(frame, name, connect("1/key", service.url, connectOptions), { index: false, ...options });
}

function columnTexts(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, time: 1700000000 }));
}

describe("bulk_import", () => {
  test("a new table: every step in order", async () => {
    await using service = await fakeTables();
    await write(service);
    expect(service.tables.get("t")).toEqual(columnTexts(ROWS));
    expect(service.sessions.size).toBe(0);
    expect(service.log).toEqual([
      "GET /v3/table/show/db1/t",
      "POST /v3/table/create/db1/t/log",
      "POST /v3/bulk_import/create/S/db1/t",
      "PUT /v3/bulk_import/upload_part/S/part-0",
      "POST /v3/bulk_import/freeze/S",
      "POST /v3/bulk_import/perform/S",
      "GET /v3/job/show/77",
      "GET /v3/bulk_import/show/S",
      "POST /v3/bulk_import/commit/S",
      "GET /v3/bulk_import/show/S",
      "POST /v3/bulk_import/delete/S",
    ]);
  });

  test.each<[ToSvcOptions["if_exists"], readonly Row[]]>([
    ["append", [...OLD, ...columnTexts(ROWS)]],
    ["replace", columnTexts(ROWS)],
    ["overwrite", columnTexts(ROWS)],
    ["ignore", OLD],
  ])("an existing table and %s", async (if_exists, expected) => {
    await using service = await fakeTables({ tables: { t: OLD } });
    await write(service, { if_exists });
    expect([...service.tables]).toEqual([["t", expected]]);
  });

  test.each<ToSvcOptions["if_exists"]>(["fail", "error", undefined])(
    "an existing table and %s",
    async (if_exists) => {
      await using service = await fakeTables({ tables: { t: OLD } });
      await expect(write(service, { if_exists })).rejects.toMatchObject({
        name: "AlreadyExistsError",
        message: 'table db1.t exists; choose if_exists "append", "replace" or "ignore"',
      });
      expect(service.log).toEqual(["GET /v3/table/show/db1/t"]);
    },
  );

  test("fmt csv guesses types from text, msgpack keeps text", async () => {
    const frame = [{ zip: "00712", ok: true, note: "n/a", list: [1, 2] }];
    await using csv = await fakeTables();
    await write(csv, {}, frame);
    expect(csv.tables.get("t")).toEqual([
      { zip: 712, ok: true, note: "n/a", list: "[1,2]", time: 1700000000 },
    ]);
    await using msgpack = await fakeTables();
    await write(msgpack, { fmt: "msgpack" }, frame);
    expect(msgpack.tables.get("t")).toEqual([
      { zip: "00712", ok: "true", note: "n/a", list: "[1,2]", time: 1700000000 },
    ]);
    await using lists = await fakeTables();
    await write(lists, { keep_list: true }, frame);
    expect(lists.tables.get("t")).toMatchObject([{ list: [1, 2] }]);
  });

  test("large frames are uploaded in parts, each row once", async () => {
    const frame = Array.from({ length: 25_000 }, (_, i) => ({ i, text: `row ${i}` }));
    await using service = await fakeTables();
    await write(service, { fmt: "msgpack", chunk_record_size: 4000 }, frame);
    const rows = service.tables.get("t") as { i: number }[];
    expect(rows.map(({ i }) => i).sort((a, b) => a - b)).toEqual(frame.map(({ i }) => i));
    expect(service.log.filter((line) => line.startsWith("PUT")).sort()).toEqual(
      Array.from({ length: 7 }, (_, i) => `PUT /v3/bulk_import/upload_part/S/part-${i}`),
    );
  });

  test("a frame without rows creates the table with its columns", async () => {
    await using service = await fakeTables();
    const { table } = await import("arquero");
    await write(
      service,
      {},
      table({ a: [1], b: ["x"] }).filter(() => false),
    );
    expect(service.tables.get("t")).toEqual([]);
    expect(service.schemas.get("t")).toBe('[["a","string","a"],["b","string","b"]]');
  });

  test("a new table includes columns without values, and those before them in their order", async () => {
    await using service = await fakeTables();
    const frame = tableOf({ n: [1, 2], text: [null, null], x: [NaN, NaN] }, { types: { x: "double" } });
    await write(service, {}, frame);
    expect(service.schemas.get("t")).toBe('[["n","long","n"],["text","string","text"],["x","double","x"]]');
    await write(service, { if_exists: "append" }, tableOf({ other: [null] }));
    expect(service.schemas.get("t")).not.toContain("other");
  });

  test("a long frame has at most 200 parts", async () => {
    await using service = await fakeTables();
    const frame = Array.from({ length: 401 }, (_, n) => ({ n }));
    await write(service, { chunk_record_size: 1 }, frame);
    expect(service.log.filter((line) => line.startsWith("PUT"))).toHaveLength(134);
    expect(
      service.tables
        .get("t")
        ?.map(({ n }) => n)
        .sort((a, b) => Number(a) - Number(b)),
    ).toEqual(frame.map(({ n }) => n));
  });

  test("a failed part is uploaded again under the same name", async () => {
    let failures = 2;
    await using service = await fakeTables({
      override: (path) => (path.includes("upload_part") && failures-- > 0 ? { status: 503 } : undefined),
    });
    await write(service);
    expect(service.tables.get("t")).toEqual(columnTexts(ROWS));
    expect(service.log.filter((line) => line.startsWith("PUT"))).toHaveLength(3);
  });

  test("a part is retried for at most max_cumul_retry_delay", async () => {
    await using service = await fakeTables({
      override: (path) => (path.includes("upload_part") ? { status: 503 } : undefined),
    });
    await expect(write(service, { max_cumul_retry_delay: 1 })).rejects.toThrow(
      "; gave up after 2 attempts and 0.5 s of waiting",
    );
    await expect(write(service, { max_cumul_retry_delay: 0 })).rejects.toThrow(/HTTP 503, PUT [^;]*$/);
  });

  describe.each<[string, FakeTablesOptions, string]>([
    [
      "the upload fails for good",
      {
        override: (path) =>
          path.includes("upload_part") ? { status: 500, body: { message: "disk full" } } : undefined,
      },
      "none of the rows are in db1.t: upload part-0 of bulk import S failed: disk full (HTTP 500, PUT /v3/bulk_import/upload_part/S/part-0); gave up after 4 attempts and 3.5 s of waiting",
    ],
    [
      "the perform job fails",
      { performStatus: "error" },
      "none of the rows are in db1.t: bulk_import job 77 failed: the parts can't be read",
    ],
    [
      "rows are refused",
      { counters: { valid_records: 1, error_records: 1 } },
      "none of the rows are in db1.t: the service took 1 and refused 1 of 2 rows",
    ],
    [
      "rows are refused, and those taken are not counted",
      { counters: { valid_records: null, error_records: 1 } },
      "none of the rows are in db1.t: the service took ? and refused 1 of 2 rows",
    ],
    [
      "rows are there twice",
      { counters: { valid_records: 4, error_records: 0 } },
      "none of the rows are in db1.t: the service took 4 and refused 0 of 2 rows",
    ],
    [
      "rows are missing",
      { counters: { valid_records: 1, error_records: 0 } },
      "none of the rows are in db1.t: the service took 1 and refused 0 of 2 rows",
    ],
  ])("when %s", (_name, options, message) => {
    test.each<[ToSvcOptions["if_exists"], Readonly<Record<string, Row[]>>]>([
      ["fail", {}],
      ["replace", { t: OLD }],
      ["append", { t: OLD }],
    ])("if_exists %s leaves everything unchanged", async (if_exists, tables) => {
      await using service = await fakeTables({ ...options, tables });
      const error = await write(service, { if_exists }).catch((e: unknown) => e);
      expect(error).toMatchObject({ name: "UploadError", rowsWritten: 0 });
      const said = (error as Error).message
        .replaceAll(/svc-[0-9a-f-]{36}/g, "S")
        .replaceAll(/t_new_[0-9a-f]{12}/g, "t");
      expect(said).toBe(message);
      expect(Object.fromEntries(service.tables)).toEqual(tables);
      expect(service.sessions.size).toBe(0);
    });
  });

  test("an abort during the upload cleans up", async () => {
    const controller = new AbortController();
    await using service = await fakeTables({
      tables: { t: OLD },
      override: (path) => {
        if (path.includes("upload_part")) controller.abort();
        return undefined;
      },
    });
    const frame = Array.from({ length: 5000 }, (_, i) => ({ i }));
    const options = { if_exists: "replace", chunk_record_size: 1000, signal: controller.signal } as const;
    await expect(write(service, options, frame)).rejects.toMatchObject({ name: "InterruptedError" });
    expect([...service.tables]).toEqual([["t", OLD]]);
    expect(service.sessions.size).toBe(0);
  });
});

describe("the session", () => {
  test("has the given name, and its perform job is waited for with a callback", async () => {
    let looks = 0;
    await using service = await fakeTables({
      override: (path) =>
        /job\/(show|status)/.test(path) && looks++ < 3
          ? { body: { job_id: "77", status: "running", type: "bulk_import" } }
          : undefined,
    });
    const seen: string[] = [];
    await write(service, {
      bulk_import_name: "monday-load",
      perform_wait_callback: (job) => seen.push(`${job.job_id} ${job.status}`),
    });
    expect(service.log).toContain("POST /v3/bulk_import/create/monday-load/db1/t");
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(["77 running"]));
  });

  test("of another user with the same name is left alone", async () => {
    await using service = await fakeTables({
      override: (path) =>
        path.includes("bulk_import/create") ? { status: 409, body: { message: "exists" } } : undefined,
    });
    await expect(write(service, { bulk_import_name: "monday-load" })).rejects.toThrow(
      "none of the rows are in db1.t",
    );
    expect(service.log.filter((line) => line.includes("bulk_import/delete"))).toEqual([]);
    expect([...service.tables]).toEqual([]);
  });

  test("is killed and deleted if its perform job takes too long", async () => {
    await using service = await fakeTables({ performStatus: "running" });
    const error: unknown = await write(service, { perform_timeout: 0 }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      name: "UploadError",
      rowsWritten: 0,
      message: "none of the rows are in db1.t: job 77 is still running after 0 s",
    });
    expect(service.log).toContain("POST /v3/job/kill/77");
    expect(service.sessions.size).toBe(0);
    expect([...service.tables]).toEqual([]);
  });

  test.each(["fail", "replace"] as const)("is deleted if its commit is refused (%s)", async (if_exists) => {
    const old = if_exists === "replace" ? { t: OLD } : {};
    await using service = await fakeTables({
      tables: old,
      override: (path) =>
        path.includes("bulk_import/commit")
          ? { status: 400, body: { message: "too many columns" } }
          : undefined,
    });
    await expect(write(service, { if_exists })).rejects.toMatchObject({
      rowsWritten: 0,
      message: expect.stringMatching(/^none of the rows are in db1\.t: .*too many columns/) as unknown,
    });
    expect(service.sessions.size).toBe(0);
    expect(Object.fromEntries(service.tables)).toEqual(old);
  });

  test("is kept if its commit takes too long", async () => {
    await using service = await fakeTables({
      override: (path) =>
        path.includes("bulk_import/show")
          ? { body: { status: "committing", valid_records: 2, error_records: 0 } }
          : undefined,
    });
    const error: unknown = await write(service, { commit_timeout: 0 }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: "UploadError", rowsWritten: null });
    expect((error as Error).message).toMatch(
      /was performed, but its commit failed: the session is still committing after 0 s; the commit may still finish$/,
    );
    // The commit that goes on needs the table.
    expect([...service.tables.keys()]).toEqual(["t"]);
  });

  test("leaves the table to be replaced unchanged if its commit takes too long", async () => {
    await using service = await fakeTables({
      tables: { t: OLD },
      override: (path) =>
        path.includes("bulk_import/show")
          ? { body: { status: "committing", valid_records: 2, error_records: 0 } }
          : undefined,
    });
    await expect(write(service, { if_exists: "replace", commit_timeout: 0 })).rejects.toMatchObject({
      rowsWritten: 0,
      message: expect.stringMatching(/^db1\.t is unchanged: bulk import svc-.* the commit may still finish$/),
    });
    expect([...service.tables]).toEqual([["t", OLD]]);
  });
});

describe("a writer object", () => {
  class Kept extends Writer {
    readonly frames: string[] = [];
    override write_dataframe(frame: UploadFrame, { database, table, mode }: WriteTarget): Promise<void> {
      const columns = frame.columns.map(({ name, kind }) => `${name} ${kind}`).join(", ");
      this.frames.push(`${mode} ${database}.${table}: ${frame.rowCount} rows of ${columns}`);
      return Promise.resolve();
    }
  }

  test("gets the frame converted for a table, stays open, and is refused once closed", async () => {
    await using service = await fakeTables();
    const writer = new Kept();
    await write(service, { writer, if_exists: "overwrite" }, [{ "A b": 1.5, ok: true, when: new Date(0) }]);
    expect(writer.frames).toEqual([
      "replace db1.t: 1 rows of a_b double, ok boolean, when string, time long",
    ]);
    expect(writer.closed).toBe(false);
    writer.close();
    await expect(write(service, { writer })).rejects.toThrow("the writer is closed; create a new one");
    expect(service.log).toEqual([]);
  });

  test("of svclib is reused with its own options", async () => {
    await using service = await fakeTables();
    const writer = new BulkImportWriter({ fmt: "msgpack" });
    await write(service, { writer }, [{ zip: "007" }]);
    await write(service, { writer, if_exists: "append" }, [{ zip: "008" }]);
    expect(service.tables.get("t")).toEqual(columnTexts([{ zip: "007" }, { zip: "008" }]));
    writer.close();
    await expect(write(service, { writer })).rejects.toThrow("the writer is closed");
  });
});

test("progress is reported unless show_progress is false", async () => {
  await using service = await fakeTables();
  const events: string[] = [];
  const stop = onProgress(({ kind, rows, state }) => events.push(`${kind} ${rows} ${state ?? ""}`.trim()));
  try {
    await write(service, { show_progress: false });
    expect(events).toEqual([]);
    await write(service, { if_exists: "append" });
    expect(events).toEqual(["upload 2", "upload 2 performing", "upload 2 committing", "upload 2"]);
  } finally {
    stop();
  }
});

describe("refused before any request", () => {
  test.each<[string, ToSvcOptions, string]>([
    ["t", {}, 'table name "t" is not of the form <database>.<table>'],
    ["a.b.c", {}, 'table name "a.b.c" is not of the form <database>.<table>'],
    ["a.", {}, 'table name "a." is not of the form <database>.<table>'],
    [".t", {}, 'table name ".t" is not of the form <database>.<table>'],
    ["db1.t", { if_exists: "constructor" as never }, 'not "constructor"'],
    [`db1.${"t".repeat(256)}`, {}, "has more than 255 characters"],
    ["db1.My-t", {}, '"My-t" in table name "db1.My-t" holds "M"; names hold only a-z, 0-9 and _'],
    [
      "db1.t",
      { if_exists: "drop" as never },
      'if_exists must be fail, error, replace, overwrite, append or ignore, not "drop"',
    ],
    [
      "db1.t",
      { writer: "ftp" as never },
      'writer must be bulk_import, insert_into, spark or a Writer object, not "ftp"',
    ],
    ["db1.t", { fmt: "xml" as never }, 'fmt must be csv or msgpack, not "xml"'],
    ["db1.t", { index: 0 as never }, "index must be true or false, not 0"],
    ["db1.t", { time_col: 5 as never }, "time_col must be text, not 5"],
    ["db1.t", { index_label: [1] as never }, "index_label must be a column name or a list of them, not [1]"],
    ["db1.t", { date_format: new Date(0) as never }, "date_format must be text, not an object (Date)"],
    ["db1.t", { signal: "stop" as never }, 'signal must be an AbortSignal, not "stop"'],
    ["db1.t", { writer: "insert_into", fmt: "csv" }, "option fmt is for the writer bulk_import"],
    ["db1.t", { color: "red" } as never, "to_svc has no option color; it has if_exists,"],
    ["db1.t", { keep_list: true, fmt: "csv" }, 'keep_list needs fmt "msgpack"'],
    ["db1.t", { max_workers: 0 }, "max_workers must be an integer of 1 or more"],
    ["db1.t", { chunk_record_size: 1.5 }, "chunk_record_size must be an integer of 1 or more"],
    ["db1.t", { perform_timeout: -1 }, "perform_timeout must be a number of seconds"],
    ["db1.t", { commit_timeout: "1" as never }, "commit_timeout must be a number of seconds"],
    ["db1.t", { max_cumul_retry_delay: NaN }, "max_cumul_retry_delay must be a number of seconds"],
    ["db1.t", { perform_wait_callback: 5 as never }, "perform_wait_callback must be a function"],
    [
      "db1.t",
      { bulk_import_name: "a/b" },
      'bulk_import_name must be letters, digits, "_", "-" and ".", not "a/b"',
    ],
    [
      "db1.t",
      { writer: "spark", bulk_import_name: "a" },
      "option bulk_import_name is for the writer bulk_import",
    ],
  ])("%s with %j", async (name, options, message) => {
    await using service = await fakeTables();
    await expect(write(service, options, ROWS, name)).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining(message) as unknown,
    });
    expect(service.log).toEqual([]);
  });

  test("a Client is needed", async () => {
    await expect(to_svc(ROWS, "db1.t", "key" as never)).rejects.toThrow("con must be a Client from connect");
  });
});

test.each<[string, [string, unknown[]][], string]>([
  [
    "whose row count is lost",
    [["__proto__", [1, 2]]],
    `can't hold a column called "__proto__" here; rename it`,
  ],
  [
    "with a lost column",
    [
      ["a", [1]],
      ["__proto__", [2]],
    ],
    `can't hold a column called "__proto__" here; rename it`,
  ],
  [
    "with a shorter column",
    [
      ["a", [1, 2, 3]],
      ["b", [1]],
    ],
    'column "b" of the frame has 1 values, but the frame has 3 rows',
  ],
  [
    "with a longer column",
    [
      ["a", [1]],
      ["b", [1, 2]],
    ],
    'column "b" of the frame has 2 values, but the frame has 1 rows',
  ],
])("an Arquero table %s is refused", async (_, columns, message) => {
  await using service = await fakeTables();
  await expect(write(service, {}, arqueroTable(columns) as FrameInput)).rejects.toThrow(message);
  expect(service.log).toEqual([]);
});

test("a missing database is not created", async () => {
  await using service = await fakeTables();
  await expect(write(service, {}, ROWS, "db2.t")).rejects.toMatchObject({
    name: "NotFoundError",
    message: 'database db2 does not exist; create it with create_database_if_not_exists("db2")',
  });
});

test("the spark writer without a cluster is refused", async () => {
  await using service = await fakeTables();
  await expect(write(service, { writer: "spark" })).rejects.toThrow("the spark writer has no cluster");
});

test("load_table_from_dataframe writes without an index", async () => {
  await using service = await fakeTables();
  const client = connect("1/key", service.url, { ...connectOptions, database: "db1" });
  await client.load_table_from_dataframe(ROWS, "t");
  expect(service.tables.get("t")).toEqual(columnTexts(ROWS));
});
