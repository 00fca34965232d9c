import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { KeyRing, type ApiKey } from "../../src/service/access/keys.ts";
import { serviceRoutes } from "../../src/service/start-service.ts";
import type { ServiceParts } from "../../src/service/service-parts.ts";
import { openTestService, type OpenTestService } from "../../src/testing/open-test-service.ts";
import { someOf } from "../jest/short-form.ts";

// What an attacker would try: every route, and every kind of statement by each protocol, with each role, in a database of one's own and in
// another one. A route or kind without an entry fails.

const KEYS = {
  administrator: { key: "1/a0b1c2d3e4f5a6b7c8d9", permission: "administrator", user_name: "ops" },
  query_only: { key: "2/b0c1d2e3f4a5b6c7d8e9", permission: "query_only", user_name: "reader" },
  read: {
    key: "3/c0d1e2f3a4b5c6d7e8f9",
    permission: "by_database",
    databases: { shop: "read" },
    user_name: "ada",
  },
  write: {
    key: "4/d0e1f2a3b4c5d6e7f8a9",
    permission: "by_database",
    databases: { shop: "write" },
    user_name: "bob",
  },
  own: {
    key: "5/e0f1a2b3c4d5e6f7a8b9",
    permission: "by_database",
    databases: { shop: "own" },
    user_name: "eve",
  },
} as const satisfies Record<string, ApiKey>;

type Who = keyof typeof KEYS;
const WHO = Object.keys(KEYS) as Who[];

/** What a route needs: of its database, or of the caller. */
type Need = "open" | "any" | "read" | "write" | "own";

const ROUTES: Readonly<Record<string, Need>> = {
  "GET /v3/system/server_status": "open",
  "GET /v3/system/challenge": "open",
  "GET /openapi.json": "open",
  "GET /v3/database/list": "any",
  "GET /v3/database/show/:database": "read",
  "POST /v3/database/create/:database": "own",
  "POST /v3/database/delete/:database": "own",
  "GET /v3/table/list/:database": "read",
  "GET /v3/table/show/:database/:table": "read",
  "GET /v3/table/tail/:database/:table": "read",
  "POST /v3/table/create/:database/:table/:type": "write",
  "POST /v3/table/delete/:database/:table": "own",
  "POST /v3/table/update-schema/:database/:table": "write",
  "POST /v3/table/append-schema/:database/:table": "write",
  "POST /v3/table/rename/:database/:table/:name": "own",
  "POST /v3/table/update/:database/:table": "own",
  "POST /v3/table/swap/:database/:table/:other": "own",
  "POST /v3/table/change_database/:database/:table": "own",
  "POST /v3/table/partialdelete/:database/:table": "own",
  "GET /v3/job/list": "any",
  "GET /v3/job/show/:job_id": "any",
  "GET /v3/job/status/:job_id": "any",
  "GET /v3/job/status_by_domain_key/:domain_key": "any",
  "POST /v3/job/issue/:type/:database": "read",
  "POST /v3/job/kill/:job_id": "any",
  "GET /v3/job/result/:job_id": "any",
  "POST /v3/bulk_import/create/:name/:database/:table": "write",
  "GET /v3/bulk_import/show/:name": "read",
  "GET /v3/bulk_import/list": "any",
  "GET /v3/bulk_import/list_parts/:name": "read",
  "PUT /v3/bulk_import/upload_part/:name/:part": "write",
  "PUT /v3/bulk_import/upload_part/:name/": "write",
  "POST /v3/bulk_import/delete_part/:name/:part": "write",
  "POST /v3/bulk_import/delete_part/:name/": "write",
  "POST /v3/bulk_import/freeze/:name": "write",
  "POST /v3/bulk_import/unfreeze/:name": "write",
  "POST /v3/bulk_import/perform/:name": "write",
  "POST /v3/bulk_import/commit/:name": "write",
  "GET /v3/bulk_import/error_records/:name": "read",
  "POST /v3/bulk_import/delete/:name": "write",
  "PUT /v3/table/import/:database/:table/:format": "write",
  "PUT /v3/table/import_with_id/:database/:table/:unique_id/:format": "write",
  "POST /v1/statement": "any",
  "GET /v1/statement/executing/:id/:slug/:page": "open",
  "DELETE /v1/statement/executing/:id/:slug/:page": "open",
  "GET /v1/query/:id": "any",
  "DELETE /v1/query/:id": "any",
  "GET /v1/info": "open",
  "GET /metrics": "any",
  "GET /v3/user/list": "any",
  "GET /v3/user/show": "any",
  "GET /v3/user/apikey/validate": "any",
  "GET /v3/user/apikey/list/:name": "any",
  "POST /v3/user/authenticate": "open",
  "GET /v3/schedule/list": "any",
  "GET /v3/result/list": "any",
  "GET /v3/bulk_loads": "any",
  "GET /v4/federated_query_configs": "any",
  "POST /v3/schedule/update/:name": "any",
  "POST /v3/schedule/delete/:name": "any",
  "GET /v3/schedule/history/:name": "any",
  "POST /v3/schedule/run/:name/:time": "any",
  "POST /v4/queries/:name/jobs": "any",
  "POST /v3/result/delete/:name": "any",
  "GET /v3/connections/lookup": "any",
  "GET /v3/bulk_loads/:name": "any",
  "PUT /v3/bulk_loads/:name": "any",
  "DELETE /v3/bulk_loads/:name": "any",
  "GET /v3/bulk_loads/:name/jobs": "any",
  "POST /v3/bulk_loads/:name/jobs": "any",
  "GET /v3/table/distribution/:database/:name": "any",
  "POST /v3/schedule/create/:name": "any",
  "POST /v3/bulk_loads/guess": "any",
  "POST /v3/bulk_loads/preview": "any",
  "POST /v3/bulk_loads": "any",
  "POST /v3/export/run/:database/:table": "any",
  "POST /v3/job/result_export/:job_id": "any",
  "POST /v3/result/create/:name": "any",
  "POST /v3/user/add/:name": "any",
  "POST /v3/user/remove/:name": "any",
  "POST /v3/user/apikey/add/:name": "any",
  "POST /v3/user/apikey/remove/:name": "any",
};

const LEVELS = ["read", "write", "own"];

/** What a caller gets for what needs a role: it passes, is refused, or what it names does not exist for it. */
function expected(who: Who, need: Need, database: "shop" | "secret", route = ""): "passes" | 403 | 404 {
  if (need === "open" || need === "any" || who === "administrator") return "passes";
  if (who === "query_only") return need === "read" ? "passes" : 403;
  // Whether it exists or not.
  if (database === "secret") return route === "POST /v3/database/create/:database" ? 403 : 404;
  return LEVELS.indexOf(who) >= LEVELS.indexOf(need) ? "passes" : 403;
}

let folder: string;
let service: OpenTestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-roles-"));
  writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys: Object.values(KEYS) }), { mode: 0o600 });
  const rows = [{ time: 1, id: 1 }];
  service = await openTestService({
    dataDir: folder,
    data: { shop: { orders: rows }, secret: { salaries: rows } },
  });
  await sql("administrator", "create view shop.shared as select id from secret.salaries");
  for (const database of ["shop", "secret"])
    await call(
      "administrator",
      `POST /v3/bulk_import/create/of_${database}/${database}/${TABLES[database]!}`,
    );
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const TABLES: Readonly<Record<string, string>> = { shop: "orders", secret: "salaries" };

function call(who: Who, operation: string, init: RequestInit = {}): Promise<Response> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { authorization: `TD1 ${KEYS[who].key}`, ...(init.headers as object) };
  return service.app(new Request(`http://svc.test${path}`, { ...init, method, headers }));
}

/** The table of routes, without their parts. */
function routeTable(): string[] {
  const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
  const routes = serviceRoutes(nothing as ServiceParts, new KeyRing([KEYS.administrator]), () => "");
  return routes.map(({ method, path }) => `${method} ${path}`);
}

test("every route has an entry", () => {
  expect(Object.keys(ROUTES).sort()).toEqual(routeTable().sort());
});

/** A request that is refused for its form where it passes, so that nothing changes. */
const filled = (operation: string, database: string): string =>
  operation.replace(/:(\w+)/g, (_, name: string) => {
    if (name === "database") return database;
    if (name === "table") return "no_such_table";
    return name === "name" ? `of_${database}` : "zz";
  });

describe.each(WHO)("routes with the key %s", (who) => {
  // Those that would change something that other rows need.
  const CHANGES = /^POST \/v3\/(?:database\/(?:create|delete)|bulk_import\/(?:perform|commit|delete))\b/;

  test.each(Object.entries(ROUTES).filter(([, need]) => LEVELS.includes(need)))(
    "%s",
    async (operation, need) => {
      for (const database of ["shop", "secret"] as const) {
        const wanted = expected(who, need, database, operation);
        if (wanted === "passes" && CHANGES.test(operation)) continue;
        const answer = await call(who, filled(operation, database));
        const text = await answer.text();
        if (wanted === "passes") expect([answer.status, text]).not.toEqual([403, expect.anything()]);
        else expect([operation, database, answer.status]).toEqual([operation, database, wanted]);
        if (wanted === 404) {
          // As for one that does not exist.
          const absent = await call(who, filled(operation, "nowhere"));
          expect([absent.status, (await absent.text()).replaceAll("nowhere", "secret")]).toEqual([404, text]);
        }
      }
    },
  );
});

const OWN_LISTS: readonly (readonly [operation: string, names: string])[] = [
  ["GET /v3/database/list", "databases"],
  ["GET /v3/bulk_import/list", "bulk_imports"],
];

test.each(OWN_LISTS)("%s shows what the caller has a role in", async (operation) => {
  for (const who of WHO) {
    const text = await (await call(who, operation)).text();
    expect(text).toContain("shop");
    expect([who, text.includes("secret")]).toEqual([who, who === "administrator" || who === "query_only"]);
  }
});

test("a database's record says the role in the wire's words", async () => {
  const permissions = [];
  for (const who of WHO)
    permissions.push(
      ((await (await call(who, "GET /v3/database/show/shop")).json()) as { permission: string }).permission,
    );
  expect(permissions).toEqual(["administrator", "query_only", "query_only", "full_access", "administrator"]);
});

test("jobs and their results are their user's alone, and an administrator's", async () => {
  const issued = await call("own", "POST /v3/job/issue/presto/shop", {
    body: new URLSearchParams({ query: "select id from orders" }),
  });
  const { job_id: id } = (await issued.json()) as { job_id: string };
  await call("own", `GET /v3/job/status/${id}?wait=10`);
  const statuses = async (who: Who): Promise<number[]> => {
    const operations = [
      `GET /v3/job/show/${id}`,
      `GET /v3/job/status/${id}`,
      `GET /v3/job/result/${id}`,
      `POST /v3/job/kill/${id}`,
    ];
    return Promise.all(operations.map(async (operation) => (await call(who, operation)).status));
  };
  expect(await statuses("own")).toEqual([200, 200, 200, 200]);
  expect(await statuses("administrator")).toEqual([200, 200, 200, 200]);
  for (const who of ["read", "write", "query_only"] as const)
    expect(await statuses(who)).toEqual([403, 403, 403, 403]);
});

/** Statements by the role that they need; `DB.TABLE` is a table with a row. */
const STATEMENTS: Readonly<Record<string, readonly [need: Need, ...sql: string[]]>> = {
  select: [
    "read",
    "select * from DB.TABLE",
    "with t as (select * from DB.TABLE) select * from t",
    "select (select max(id) from DB.TABLE)",
  ],
  explain: [
    "read",
    "explain select * from DB.TABLE",
    "explain analyze select * from DB.TABLE",
    "explain (type validate) select * from DB.TABLE",
  ],
  show: [
    "read",
    "show tables from DB",
    "show columns from DB.TABLE",
    "describe DB.TABLE",
    "show create table DB.TABLE",
  ],
  use: ["read", "use DB"],
  insert: ["write", "insert into DB.TABLE (time, id) values (2, 2)"],
  createTable: ["write", "create table DB.made_WHO_N (id bigint)"],
  createTableAs: ["write", "create table DB.copied_WHO_N as select 1 as id"],
  createView: ["write", "create view DB.seen_WHO_N as select 1 as id"],
  alter: ["own", "alter table DB.TABLE rename column id to id", "alter table DB.none rename to DB.other"],
  delete: ["own", "delete from DB.TABLE where id = 99"],
  update: ["own", "update DB.TABLE set id = id where id = 99"],
  comment: ["own", "comment on table DB.TABLE is 'x'"],
  truncate: ["own", "truncate table DB.spare"],
  drop: ["own", "drop table DB.spare", "drop view DB.spare"],
  createSchema: ["own", "create schema DB"],
  dropSchema: ["own", "drop schema DB"],
};

type Outcome = { readonly error: string; readonly text: string };

/** Runs a statement by the statement protocol. */
async function sql(who: Who, text: string): Promise<Outcome> {
  const headers = { "x-trino-user": KEYS[who].key, "x-trino-schema": "shop", authorization: "" };
  let answer = (await (await call(who, "POST /v1/statement", { body: text, headers })).json()) as {
    nextUri?: string;
    error?: { errorName: string; message: string };
  };
  let all = "";
  for (;;) {
    all += JSON.stringify(answer);
    if (answer.error) return { error: answer.error.errorName, text: all };
    if (answer.nextUri === undefined) return { error: "", text: all };
    answer = (await (await service.app(new Request(answer.nextUri))).json()) as typeof answer;
  }
}

/** Runs a statement as a job. */
async function job(who: Who, text: string): Promise<Outcome> {
  const issued = await call(who, "POST /v3/job/issue/presto/shop", {
    body: new URLSearchParams({ query: text }),
  });
  const { job_id: id } = (await issued.json()) as { job_id: string };
  await call(who, `GET /v3/job/status/${id}?wait=10`);
  const { debug } = (await (await call(who, `GET /v3/job/show/${id}`)).json()) as {
    debug: { stderr: string | null };
  };
  const result = await (await call(who, `GET /v3/job/result/${id}?format=json`)).text();
  return { error: /^(\w+):/.exec(debug.stderr ?? "")?.[1] ?? "", text: `${debug.stderr ?? ""} ${result}` };
}

let count = 0;
const ofDatabase = (text: string, database: string, who: string): string =>
  text
    .replaceAll("DB", database)
    .replaceAll("TABLE", database === "nowhere" ? "salaries" : TABLES[database]!)
    .replace("_WHO_N", `_${who}_${++count}`);

describe.each([
  ["statement protocol", sql, 2],
  ["job", job, 6],
] as const)("statements by the %s", (protocol, run, every) => {
  test("every kind has an entry", async () => {
    const { readFileSync } = await import("node:fs");
    const source = readFileSync(
      join(import.meta.dirname, "../../src/dialect/statements/check-roles.ts"),
      "utf8",
    );
    const kinds = [...source.matchAll(/case "(\w+)":/g)].map(([, kind]) => kind);
    // Hive's alone; its parts are inserts.
    expect(Object.keys(STATEMENTS).sort()).toEqual(
      kinds.filter((kind) => !["multiInsert", "set"].includes(kind!)).sort(),
    );
  });

  test.each(someOf(Object.entries(STATEMENTS), every))("%s", async (kind, [need, ...texts]) => {
    if (kind === "use" && protocol === "job")
      return expect((await run("read", "use secret")).error).not.toBe("");
    for (const text of texts)
      for (const who of WHO) {
        const own = expected(who, need, "shop");
        if (own === 403)
          expect([text, who, (await run(who, ofDatabase(text, "shop", who))).error]).toEqual([
            text,
            who,
            "PERMISSION_DENIED",
          ]);
        else if (!/^(?:drop|create) schema/.test(text))
          expect((await run(who, ofDatabase(text, "shop", who))).error).not.toBe("PERMISSION_DENIED");
        const foreign = expected(who, need, "secret");
        if (foreign === 403)
          expect([text, who, (await run(who, ofDatabase(text, "secret", who))).error]).toEqual([
            text,
            who,
            "PERMISSION_DENIED",
          ]);
        if (foreign !== 404) continue;
        const refused = await run(who, ofDatabase(text, "secret", who));
        const absent = await run(who, ofDatabase(text, "nowhere", who));
        // As for one that does not exist, to the letter.
        expect([text, who, refused.error]).toEqual([text, who, absent.error]);
        expect(refused.error).not.toBe("");
      }
  });

  const curious = [
    "show schemas",
    "show databases",
    "show tables from secret",
    "select * from information_schema.tables",
    "select * from information_schema.columns",
    "select * from information_schema.schemata",
    "select * from information_schema.views where table_name <> 'shared'",
    "select * from system.jdbc.tables",
    "select * from system.jdbc.columns",
    "select * from system.jdbc.schemas",
    "select * from system.metadata.table_comments",
    "select * from secre.salaries",
    "select * from shop.salaries",
    "select * from salaries",
    "select * from secret.salarie",
    "create table shop.leak as select * from secret.salaries",
    "create table shop.leak (like secret.salaries)",
    "create view shop.leak as select * from secret.salaries",
    "insert into shop.orders select time, id from secret.salaries",
    "use secre",
  ];

  test.each(someOf(curious, every))("%s tells nothing of a database without a role", async (text) => {
    for (const who of ["read", "write", "own"] as const) {
      const outcome = await run(who, text);
      // But what the statement itself says.
      const told = outcome.text.replaceAll(/'?secret(?:\.salaries?)?'?/g, (name) =>
        text.includes("secret") ? "" : name,
      );
      expect([text, told.match(/secret|salaries(?! does not exist|' does not exist)/)?.[0] ?? ""]).toEqual([
        text,
        text.includes("salaries") ? expect.anything() : "",
      ]);
    }
  });

  test("a view has the rights of who made it", async () => {
    expect((await run("read", "select * from shop.shared")).error).toBe("");
  });
});
