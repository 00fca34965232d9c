import { expect, test } from "vitest";
import { connect } from "../../../src/core/connect.ts";
import { httpServer } from "../helpers/http-server.ts";
import { startTestService } from "../../service/helpers/start-test-service.ts";

test.each([425, 429, 503])(
  "rows are inserted once if a gateway answers %i after it is done",
  async (status) => {
    const service = await startTestService();
    await service.post("/v3/database/create/sample_datasets");
    await service.runJob("create table sample_datasets.t (a bigint)", { database: "sample_datasets" });
    let refusals = 2;
    await using gateway = await httpServer(async ({ method, url, headers, body }) => {
      const reply = await fetch(service.url + url, {
        method,
        headers: Object.fromEntries(
          Object.entries(headers).filter(([name]) => /^(x-|content-type)/.test(name)),
        ) as Record<string, string>,
        ...(method === "GET" ? {} : { body: Uint8Array.from(body) }),
      });
      const text = await reply.text();
      if (method === "POST" && refusals-- > 0) return { status, headers: { "retry-after": "1" } };
      const own = { "x-svc-request": String(headers["x-svc-request"]) };
      return { status: reply.status, headers: own, body: text.replaceAll(service.url, gateway.url) };
    });
    const client = connect(service.apikey, gateway.url, { sleep: () => Promise.resolve() });
    refusals = 0;
    await client.query("select 1");
    refusals = 2;
    await client.query("insert into sample_datasets.t values (1)");
    const rows = await client.query("select count(*) as n from sample_datasets.t");
    expect(rows.objects()).toEqual([{ n: 1 }]);
    client.close();
    await service.remove();
  },
);

test.each<[string, string, number, Record<string, string>, number]>([
  ["503 to an INSERT, as gateways send it when the work is done", "insert into t values (1)", 503, {}, 1],
  ["503 with Retry-After to an INSERT", "insert into t values (1)", 503, { "retry-after": "1" }, 1],
  ["429 with Retry-After to an INSERT", "insert into t values (1)", 429, { "retry-after": "1" }, 1],
  ["503 to a query", "select 1", 503, {}, 2],
  ["429 to a query", "select 1", 429, { "retry-after": "1" }, 2],
])("another service's %s", async (_name, sql, status, headers, requests) => {
  await using server = await httpServer(({ headers: { host } }) =>
    server.seen.length === 1
      ? { status, headers }
      : { body: { id: "q1", infoUri: `http://${host}/q1`, columns: [], stats: { state: "FINISHED" } } },
  );
  const client = connect("1/k", server.url, { sleep: () => Promise.resolve() });
  const said = await client.query(sql).then(
    () => "",
    (error: unknown) => String(error),
  );
  expect(server.seen).toHaveLength(requests);
  expect(said).toMatch(
    requests === 1 ? /HTTP (?:429|503), .*; it was not sent again, as the service may have done it$/ : /^$/,
  );
});
