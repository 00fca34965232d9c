import { expect, test } from "@jest/globals";
import { toText } from "../../../src/magics/display/table/table-text.ts";
import { svc_databases } from "../../../src/magics/listing/svc-databases.ts";
import { fakeService } from "../helpers/fake-service.ts";

const routes = {
  "GET /v3/database/list": {
    databases: [
      {
        name: "web_logs",
        count: 1200,
        created_at: "2023-01-02 03:04:05 UTC",
        updated_at: "2023-02-03 04:05:06 UTC",
        organization: null,
        permission: "administrator",
      },
      {
        name: "shop",
        count: 0,
        created_at: "2024-01-01 00:00:00 UTC",
        updated_at: null,
        permission: "query_only",
      },
    ],
  },
};

test("lists all, with the columns of the interface", async () => {
  const { client, requests } = fakeService(routes);
  const table = await svc_databases("", { connection: client });
  expect(table.columnNames()).toEqual(["name", "count", "permission", "created_at", "updated_at"]);
  expect(table.get("created_at", 0)).toEqual(new Date("2023-01-02T03:04:05Z"));
  expect(toText(table)).toBe(
    [
      "  │ name     count permission    created_at                updated_at",
      "──┼─────────────────────────────────────────────────────────────────────────────────",
      "0 │ web_logs  1200 administrator 2023-01-02 03:04:05+00:00 2023-02-03 04:05:06+00:00",
      "1 │ shop         0 query_only    2024-01-01 00:00:00+00:00 1970-01-01 00:00:00+00:00",
      "2 rows × 5 columns",
    ].join("\n"),
  );
  expect(requests).toEqual(["GET /v3/database/list"]);
});

test("lists matching ones", async () => {
  const { client } = fakeService(routes);
  expect((await svc_databases("^s", { connection: client })).array("name")).toEqual(["shop"]);
  expect((await svc_databases("nothing", { connection: client })).numRows()).toBe(0);
});

test("an invalid pattern sends no request", async () => {
  const { client, requests } = fakeService(routes);
  await expect(svc_databases("[", { connection: client })).rejects.toThrow("'[' is not a regular expression");
  expect(requests).toEqual([]);
});
