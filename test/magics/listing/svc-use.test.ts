import { inspect } from "node:util";
import { beforeEach, expect, test } from "@jest/globals";
import { svc_use } from "../../../src/magics/listing/svc-use.ts";
import { magic_context } from "../../../src/magics/magic-context.ts";
import { MagicTable } from "../../../src/magics/magic-table.ts";
import { mimeBundle } from "../../../src/magics/display/mime-bundle.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { recordingHost, type RecordingHost } from "../helpers/recording-host.ts";

const table = (name: string, schema = "[]"): object => ({
  name,
  estimated_storage_size: 0,
  count: 3,
  created_at: "2024-01-02 03:04:05 UTC",
  type: "log",
  schema,
});
const { client } = fakeService({
  "GET /v3/database/list": { databases: [{ name: "web_logs" }] },
  "GET /v3/table/list/web_logs": {
    tables: [
      table("access", '[["host","string","host"],["code","long"],["v.x","double","v_x"]]'),
      table("2024"),
      table("class"),
      table("process"),
      table("mine"),
    ],
  },
  "GET /v3/table/list/empty": { tables: [] },
});

const textOf = (host: RecordingHost): unknown => host.shown.at(-1)?.["text/plain"];

beforeEach(() => {
  magic_context.database = null;
  magic_context.tables.clear();
});

test("binds valid names, and says how to access the other tables", async () => {
  const host = recordingHost({ mine: 1 });
  await svc_use("web_logs", { connection: client });
  expect(host.printed).toEqual([]);
  expect(host.shown).toHaveLength(1);
  expect(textOf(host)).toBe(
    [
      "INFO: import access: 3 rows; time long, host string, code long, v.x double",
      'WARNING: 2024 can\'t be the name of a variable; use magic_tables["2024"]',
      'WARNING: class can\'t be the name of a variable; use magic_tables["class"]',
      'WARNING: process would hide something of that name; use magic_tables["process"]',
      'WARNING: mine is a variable of yours, which is not changed; use magic_tables["mine"]',
    ].join("\n"),
  );
  expect([...host.variables].map(([name, { type }]) => [name, type])).toEqual([
    [
      "access",
      'import("svclib/pandas_td/ipython").MagicTable<{ time: Date; host: string; code: number; v_x: number }>',
    ],
    ["magic_tables", expect.stringMatching(/^\{ "2024": import.*\[name: string\]: import.*MagicTable \}$/)],
  ]);
  const all = host.variables.get("magic_tables")?.value as Record<string, MagicTable>;
  expect(Object.keys(all)).toEqual(["2024", "access", "class", "process", "mine"]);
  expect(magic_context.database).toBe("web_logs");
});

test("the HTML lists the tables with rows and columns, and those not bound", async () => {
  const host = recordingHost({ mine: 1 });
  await svc_use("web_logs", { connection: client });
  const html = String(host.shown[0]?.["text/html"]);
  for (const cell of ["access", "3", "time long, host string, code long, v.x double"])
    expect(html).toContain(`>${cell}</td>`);
  expect(html).toContain(
    "<div>WARNING: mine is a variable of yours, which is not changed; use magic_tables[",
  );
});

test("a table shows its columns", async () => {
  const host = recordingHost();
  await svc_use("web_logs", { connection: client });
  const access = host.variables.get("access")?.value as MagicTable;
  expect(inspect(access)).toContain("1 │ host  string");
  expect(access).toBeInstanceOf(MagicTable);
  expect(access.columns.objects()).toEqual([
    { field: "time", type: "long", alias: "" },
    { field: "host", type: "string", alias: "" },
    { field: "code", type: "long", alias: "" },
    { field: "v.x", type: "double", alias: "v_x" },
  ]);
  expect((await mimeBundle(access))?.["text/html"]).toContain('<td style="text-align:left">double</td>');
});

test("names bound before are bound again", async () => {
  const host = recordingHost();
  await svc_use("web_logs", { connection: client });
  host.shown.length = 0;
  await svc_use("web_logs", { connection: client });
  expect(textOf(host)).toContain("INFO: import access: ");
});

test("a variable reassigned since is kept", async () => {
  const host = recordingHost();
  await svc_use("web_logs", { connection: client });
  host.variables.set("access", { value: "mine", type: "string" });
  host.shown.length = 0;
  await svc_use("web_logs", { connection: client });
  expect(textOf(host)).toContain(
    'WARNING: access is a variable of yours, which is not changed; use magic_tables["access"]\n',
  );
  expect(host.variables.get("access")?.value).toBe("mine");
});

test("a missing database changes nothing", async () => {
  const host = recordingHost();
  await expect(svc_use("web_log", { connection: client })).rejects.toThrow(
    "database web_log does not exist; did you mean web_logs?",
  );
  expect(host.variables.size).toBe(0);
  expect(magic_context.database).toBeNull();
});

test("a database without tables", async () => {
  const host = recordingHost();
  await svc_use("empty", { connection: client });
  expect(textOf(host)).toBe("INFO: empty has no tables");
});
