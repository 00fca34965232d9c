import { expect, test } from "@jest/globals";
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
      return { status: reply.status, body: text.replaceAll(service.url, gateway.url) };
    });
    const client = connect(service.apikey, gateway.url, { sleep: () => Promise.resolve() });
    await client.query("insert into sample_datasets.t values (1)");
    const rows = await client.query("select count(*) as n from sample_datasets.t");
    expect(rows.objects()).toEqual([{ n: 1 }]);
    client.close();
    await service.remove();
  },
);

const UNKNOWN =
  "HttpError: run statement failed: the service gave no reason (HTTP 503, POST /v1/statement); it may have had its effect: check before you repeat it";

test.each<[string, string, string | null, number]>([
  ["an INSERT, as some gateways send it when the work is done", "insert into t values (1)", UNKNOWN, 1],
  ["a query", "select 1", null, 2],
])("another service's 503 without Retry-After to %s", async (_name, sql, failure, requests) => {
  await using server = await httpServer(({ headers: { host } }) =>
    server.seen.length === 1
      ? { status: 503 }
      : { body: { id: "q1", infoUri: `http://${host}/q1`, columns: [], stats: { state: "FINISHED" } } },
  );
  const client = connect("1/k", server.url, { sleep: () => Promise.resolve() });
  expect(await client.query(sql).then(() => null, String)).toBe(failure);
  expect(server.seen).toHaveLength(requests);
});
