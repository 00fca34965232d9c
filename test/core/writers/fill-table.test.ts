import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { to_svc, type ToSvcOptions } from "../../../src/core/write/to-svc.ts";
import { fakeTables, type FakeTables, type Row } from "../helpers/fake-tables.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";
import type { Reply } from "../helpers/http-server.ts";
import { wholeWaits } from "../helpers/whole-waits.ts";

wholeWaits();
const warnings = collectWarnings();

const OLD = [{ old: 1 }];
const NEW = [{ n: 1, time: 1700000000 }];

function client(service: FakeTables, max_cumul_retry_delay = 1) {
  return connect("1/key", service.url, {
    now: () => 1700000000_000,
    sleep: () => Promise.resolve(),
    max_cumul_retry_delay,
  });
}

function write(con: ReturnType<typeof client>, options: ToSvcOptions): Promise<void> {
  return to_svc([{ n: 1 }], "db1.t", con, { index: false, ...options });
}

/** A service where `reply` answers up to `times` requests whose path matches. */
function answering(
  path: RegExp,
  reply: Reply | ((service: FakeTables) => Reply | undefined),
  tables: Readonly<Record<string, Row[]>> = {},
  times = Infinity,
): Promise<FakeTables> {
  let left = times;
  const service: Promise<FakeTables> = fakeTables({
    tables,
    override: (asked) => {
      if (!path.test(asked) || left-- <= 0) return undefined;
      return typeof reply === "function" ? reply(ready as FakeTables) : reply;
    },
  });
  let ready: FakeTables | null = null;
  return service.then((started) => (ready = started));
}

const refused: Reply = { status: 403, body: { error: "Forbidden", text: "not yours" } };

describe("replace", () => {
  test("asks whether the service takes a short name before it sends rows", async () => {
    const short = { status: 400, body: { error: "The table name must be 3 to 255 characters." } };
    await using service = await answering(/table.create.db1.t.log/, short);
    await expect(write(client(service), { if_exists: "replace" })).rejects.toThrow("3 to 255 characters");
    expect([...service.tables.keys()]).toEqual([]);
    expect(service.log.filter((asked) => asked.includes("upload_part"))).toEqual([]);
  });

  test("succeeds with a warning if the old rows can't be removed; the next replace removes them", async () => {
    await using service = await answering(/table.delete/, refused, { t: OLD }, 1);
    const con = client(service);
    await write(con, { if_exists: "replace" });
    const [left] = [...service.tables.keys()].filter((name) => name !== "t");
    expect(service.tables.get("t")).toEqual(NEW);
    expect(service.tables.get(left as string)).toEqual(OLD);
    expect(warnings).toEqual([
      {
        code: "write",
        message: expect.stringContaining(
          `db1.t has its new rows; its old rows are still in db1.${left}, which you can delete: delete table db1.${left} failed: not yours`,
        ),
      },
    ]);
    await write(con, { if_exists: "replace" });
    expect([...service.tables.keys()]).toEqual(["t"]);
    expect(warnings).toHaveLength(1);
  });

  test("never touches a table that another call is filling", async () => {
    await using service = await fakeTables({ tables: { t: OLD, t_new_0123456789ab: [] } });
    await write(client(service), { if_exists: "replace" });
    expect([...service.tables.keys()].sort()).toEqual(["t", "t_new_0123456789ab"]);
  });

  test("creates a missing table", async () => {
    await using service = await fakeTables();
    await write(client(service), { if_exists: "replace" });
    expect([...service.tables]).toEqual([["t", NEW]]);
  });

  test("succeeds if the swap was made but its reply was lost", async () => {
    await using service = await answering(
      /table.swap/,
      ({ tables }) => {
        const [fresh = ""] = [...tables.keys()].filter((name) => name !== "t");
        const [one, other] = [tables.get("t"), tables.get(fresh)];
        tables.set("t", other as Row[]).set(fresh, one as Row[]);
        return { status: 502 };
      },
      { t: OLD },
    );
    await write(client(service), { if_exists: "replace" });
    expect([...service.tables]).toEqual([["t", NEW]]);
  });

  test("succeeds if the service makes the swap after its reply was lost", async () => {
    let shown = 0;
    let swap = (): void => undefined;
    await using service = await answering(
      /table.(swap|show)/,
      ({ tables, log }) => {
        if (log.at(-1)?.includes("show")) {
          if (++shown > 8) swap();
          return undefined;
        }
        const [fresh = ""] = [...tables.keys()].filter((name) => name !== "t");
        const [one, other] = [tables.get("t"), tables.get(fresh)];
        swap = () => void tables.set("t", other as Row[]).set(fresh, one as Row[]);
        shown = 0;
        return { status: 504 };
      },
      { t: OLD },
      99,
    );
    await write(client(service), { if_exists: "replace" });
    expect([...service.tables]).toEqual([["t", NEW]]);
  });

  test("keeps both tables if its swap has no reply and all tables have one id", async () => {
    await using service = await fakeTables({
      tables: { t: OLD },
      override: (path) => {
        if (path.includes("table/swap")) return { status: 502 };
        return path.includes("table/show") ? { body: { id: "0", name: path.split("/").at(-1) } } : undefined;
      },
    });
    await expect(write(client(service), { if_exists: "replace" })).rejects.toThrow(
      /^either db1\.t or db1\.t_new_\w+ has the new rows/,
    );
    expect([...service.tables.values()]).toEqual([OLD, NEW]);
  });

  test("leaves no table where there was none, if the swap is refused", async () => {
    await using service = await answering(/table.swap/, refused);
    await expect(write(client(service), { if_exists: "replace" })).rejects.toThrow("not yours");
    expect([...service.tables]).toEqual([]);
  });

  test("keeps the old rows if the swap was not made and its reply was lost", async () => {
    await using service = await answering(/table.swap/, { body: "{", destroy: true }, { t: OLD });
    await expect(write(client(service), { if_exists: "replace" })).rejects.toMatchObject({
      name: "NetworkError",
    });
    expect([...service.tables]).toEqual([["t", OLD]]);
  });

  test.each([502, 408])(
    "keeps both tables if it is unknown after %p whether the swap was made",
    async (status) => {
      await using service = await answering(
        /table.(swap|show)/,
        ({ log }) =>
          log.at(-1)?.includes("swap")
            ? { status }
            : { body: { name: log.at(-1)?.split("/").at(-1)?.replace("_T", "") } },
        { t: OLD },
      );
      const error: unknown = await write(client(service), { if_exists: "replace" }).catch((e: unknown) => e);
      expect(error).toMatchObject({ name: "UploadError", rowsWritten: null });
      expect([...service.tables.values()]).toEqual([OLD, NEW]);
    },
  );
});

describe("a table that several clients create at once", () => {
  const MODES = ["append", "replace", "ignore", "fail"] as const;

  test.each(MODES)("%s: each client gets what its mode promises", async (if_exists) => {
    await using service = await fakeTables();
    const writes = Array.from({ length: 8 }, () => write(client(service), { if_exists }));
    const ended = await Promise.allSettled(writes);
    const failed = ended.flatMap((end) => (end.status === "rejected" ? [(end.reason as Error).name] : []));
    expect(failed).toEqual(if_exists === "fail" ? Array<string>(7).fill("AlreadyExistsError") : []);
    expect([...service.tables]).toEqual([
      ["t", if_exists === "append" ? Array.from({ length: 8 }, () => NEW[0]) : NEW],
    ]);
  });

  test("is kept if its creator fails after another client has written rows", async () => {
    await using service = await answering(/upload_part/, ({ tables }) => {
      tables.get("t")?.push({ other: 1 });
      return { status: 400, body: { message: "disk full" } };
    });
    await expect(write(client(service), { if_exists: "append" })).rejects.toThrow(
      "the table created for them is kept, as others have written to it",
    );
    expect([...service.tables]).toEqual([["t", [{ other: 1 }]]]);
  });

  test("is kept on a service with delayed row counts unless a query finds it empty", async () => {
    await using service = await fakeTables({
      isOther: true,
      override: (path) =>
        path.includes("upload_part")
          ? { status: 400, body: { message: "disk full" } }
          : path.includes("job/issue")
            ? { status: 404, body: { message: "no presto here" } }
            : undefined,
    });
    await expect(write(client(service), { if_exists: "append" })).rejects.toThrow(
      "the table created for them is kept: issue presto query on db1 failed: no presto here",
    );
    expect([...service.tables]).toEqual([["t", []]]);
  });
});

describe("a bulk import session", () => {
  test.each([403, 409, 422])("that could not be created (%i) is not deleted", async (status) => {
    await using service = await answering(/bulk_import.create/, { status, body: { text: "no" } }, { t: OLD });
    await expect(
      write(client(service), { if_exists: "append", bulk_import_name: "nightly" }),
    ).rejects.toThrow("no");
    expect(service.log.filter((line) => line.includes("bulk_import/delete"))).toEqual([]);
  });

  test("with a given name is not deleted if it is unknown who created it", async () => {
    await using service = await answering(/bulk_import.create/, { status: 502 }, { t: OLD });
    await expect(
      write(client(service), { if_exists: "append", bulk_import_name: "nightly" }),
    ).rejects.toThrow("HTTP 502");
    expect(service.log.filter((line) => line.includes("bulk_import/delete"))).toEqual([]);
  });

  test.each([429, 503])("continues after %i at each step", async (status) => {
    const refusedOnce = new Set<string>();
    await using service = await fakeTables({
      tables: { t: OLD },
      override: (path) => {
        const step = /(create|upload_part|freeze|perform|commit|delete)\//.exec(path)?.[1];
        if (step === undefined || refusedOnce.has(step)) return undefined;
        refusedOnce.add(step);
        return { status };
      },
    });
    await write(client(service, 60), { if_exists: "append" });
    expect(service.tables.get("t")).toEqual([...OLD, ...NEW]);
    expect(refusedOnce.size).toBe(6);
  });

  test.each(["perform", "commit"])("continues if the reply to %s is lost", async (step) => {
    await using service = await answering(
      new RegExp(`bulk_import.${step}`),
      ({ sessions, tables }) => {
        const [session] = sessions.values();
        if (session && step === "commit") tables.get("t")?.push(...[...session.parts.values()].flat());
        if (session) session.status = step === "commit" ? "committed" : "ready";
        return { body: "{", destroy: true };
      },
      { t: OLD },
    );
    const shows = service.sessions;
    await write(client(service), { if_exists: "append" });
    expect(service.tables.get("t")).toEqual([...OLD, ...NEW]);
    expect(shows.size).toBe(0);
  });

  test.each(["Performing", "uploading"])("is polled again while its record says %s", async (status) => {
    await using service = await answering(
      /bulk_import.show/,
      { body: { status, valid_records: 0, error_records: 0 } },
      { t: OLD },
      2,
    );
    await write(client(service), { if_exists: "append" });
    expect(service.tables.get("t")).toEqual([...OLD, ...NEW]);
  });

  test.each([
    ["ready", 2],
    ["performing", 1],
  ])("whose commit has no reply and which stays %s is asked to commit %i times", async (status, commits) => {
    await using service = await fakeTables({
      tables: { t: OLD },
      override: (path) => {
        if (path.includes("bulk_import/commit")) return { status: 502 };
        if (!path.includes("bulk_import/show")) return undefined;
        return { body: { status, job_id: "77", valid_records: 1, error_records: 0 } };
      },
    });
    await expect(write(client(service), { if_exists: "append" })).rejects.toMatchObject({
      name: "UploadError",
      rowsWritten: null,
      message: expect.stringContaining("was performed, but its commit failed: commit bulk import") as unknown,
    });
    expect(service.log.filter((line) => line.includes("commit"))).toHaveLength(commits);
    expect(service.tables.get("t")).toEqual(OLD);
  });

  test("that can't be deleted at the end gives a warning: the rows are committed", async () => {
    await using service = await answering(/bulk_import.delete/, refused, { t: OLD });
    await write(client(service), { if_exists: "append" });
    expect(service.tables.get("t")).toEqual([...OLD, ...NEW]);
    expect(
      warnings.map(({ code, message }) => [
        code,
        /db1\.t has its rows, but bulk import .* could not be deleted/.test(message),
      ]),
    ).toEqual([["write", true]]);
  });
});

test("a write requests its own table only, never a listing", async () => {
  await using service = await fakeTables({ tables: { t: OLD } });
  await write(client(service), { if_exists: "append" });
  expect(service.log.filter((line) => line.includes("/list"))).toEqual([]);
});

test("a service without table/show can be written to as well", async () => {
  for (const if_exists of ["append", "replace", "ignore", "fail"] as const) {
    await using service = await answering(/table.show/, { status: 404 }, { t: OLD });
    const writing = write(client(service), { if_exists });
    if (if_exists === "fail") await expect(writing).rejects.toMatchObject({ name: "AlreadyExistsError" });
    else await writing;
    expect([...service.tables]).toEqual([
      ["t", { append: [...OLD, ...NEW], replace: NEW, ignore: OLD, fail: OLD }[if_exists]],
    ]);
  }
});
