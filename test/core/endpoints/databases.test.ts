import { expect, test } from "@jest/globals";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/connect.ts";
import { create_engine } from "../../../src/core/query-engine.ts";
import { read_svc_query } from "../../../src/core/read/read-query.ts";
import { to_svc } from "../../../src/core/write/to-svc.ts";
import { httpServer } from "../helpers/http-server.ts";

/** A service with two databases and no tables. */
const service = () =>
  httpServer(({ url }) =>
    url.startsWith("/v3/database/list")
      ? { body: { databases: [{ name: "sample_datasets" }, { name: "web_logs" }] } }
      : { status: 404, body: { message: "no such thing" } },
  );
const query = (client: Client, type: string): Promise<unknown> =>
  read_svc_query("select 1", create_engine(type, client));

test.each<[string, (client: Client) => Promise<unknown>, string]>([
  [
    "presto",
    (client) => query(client, "presto:sampel_datasets"),
    "database sampel_datasets does not exist; did you mean sample_datasets?",
  ],
  [
    "hive",
    (client) => query(client, "hive:sampel"),
    "database sampel does not exist; there are sample_datasets, web_logs",
  ],
  [
    "list_tables",
    (client) => client.list_tables("Web_logs"),
    "database Web_logs does not exist; did you mean web_logs?",
  ],
  [
    "get_table",
    (client) => client.get_table("web_log", "t"),
    'database web_log does not exist; did you mean web_logs? Otherwise create it with create_database_if_not_exists("web_log")',
  ],
  [
    "to_svc",
    (client) => to_svc([{ n: 1 }], "web_log.t", client),
    'database web_log does not exist; did you mean web_logs? Otherwise create it with create_database_if_not_exists("web_log")',
  ],
])("%s: a mistyped database is named with the nearest one", async (_, use, message) => {
  await using server = await service();
  await expect(use(connect("1/key", server.url))).rejects.toMatchObject({ name: "NotFoundError", message });
});

test("another 404 of a database that exists is unchanged", async () => {
  await using server = await service();
  await expect(query(connect("1/key", server.url), "presto:web_logs")).rejects.toThrow(
    "issue presto query on web_logs failed: no such thing (HTTP 404, POST /v3/job/issue/presto/web_logs)",
  );
});
