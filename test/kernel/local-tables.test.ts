import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Service } from "../../src/service/start-service.ts";
import { startSampledService } from "../service/helpers/sampled-service.ts";
import { startKernel, streamText, type CellResult, type TestKernel } from "./support/start-kernel.ts";
import { someOf } from "../jest/short-form.ts";

// SQL over what is in the notebook, with a hosted account in the environment that must get nothing of it.

const dataDir = mkdtempSync(join(tmpdir(), "svc-service-"));
const csv = join(dataDir, "prices.csv");
let service: Service;
/** Passes requests on to the service, whose jobs so are those of the account. */
let hosted: Server;
const requests: string[] = [];

beforeAll(async () => {
  service = await startSampledService({ dataDir });
  hosted = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      requests.push(`${request.method} ${request.url} ${body.toString()}`);
      const { authorization = "" } = request.headers;
      const answer = await service.app(
        new Request(`http://svc.test${request.url}`, {
          method: request.method ?? "GET",
          headers: { authorization },
          ...(body.length === 0 ? {} : { body }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => hosted.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  hosted.closeAllConnections();
  hosted.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const errorText = ({ outputs }: CellResult): string =>
  outputs
    .flatMap(([type, content]) => (type === "error" ? (content["traceback"] as string[]) : []))
    .join("\n");

// In the short form magic-cells.test.ts is with the other kernel.
describe.each(someOf(["deno", "tslab"] as const, 2))("svc-%s", (name) => {
  let kernel: TestKernel;

  beforeAll(async () => {
    const { port } = hosted.address() as AddressInfo;
    const account = { SVC_API_KEY: service.apikey, SVC_API_SERVER: `http://127.0.0.1:${port}` };
    kernel = await startKernel(name, { env: { ...account, SVC_HOME: dataDir } });
    await kernel.run(
      `const airports = [{ code: "HNL", city: "Honolulu", place: { lat: 21.3 } }, { code: "NRT", city: "Narita", place: { lat: 35.8 } }];`,
    );
    await kernel.run(
      `const trips = aq.table({ code: ["HNL", "HNL", "NRT"], at: [new Date("2024-01-02"), new Date("2024-02-03"), new Date("2024-02-04")], seats: [180, 150, 210] });`,
    );
  });
  afterAll(() => kernel.stop());

  const run = async (cell: string): Promise<string> => {
    const result = await kernel.run(cell);
    expect(errorText(result)).toBe("");
    return streamText(result);
  };
  /** The rows of the variable `df` as JSON. */
  const rows = async (): Promise<unknown> =>
    JSON.parse(await run("console.log(JSON.stringify(df.objects()))")) as unknown;

  test("a join of a table with a list of rows, nested fields among them", async () => {
    const said = await run(
      "%%svc_local -o df\nselect city, place.lat, count(*) as trips, sum(seats) as seats from trips t join airports a on a.code = t.code group by 1, 2 order by 1",
    );
    expect(said).toContain("svclib: SQL over local tables runs on the local service at ");
    expect(await rows()).toEqual([
      { city: "Honolulu", lat: 21.3, trips: 2, seats: 330 },
      { city: "Narita", lat: 35.8, trips: 1, seats: 210 },
    ]);
  });

  test("a CSV file with a table, and the file again when it changed", async () => {
    writeFileSync(csv, "code,price\nHNL,1.5\n");
    const cell = `%%svc_local -o df\nselect a.city, p.price from '${csv}' p join airports a on a.code = p.code order by 1`;
    await run(cell);
    expect(await rows()).toEqual([{ city: "Honolulu", price: 1.5 }]);
    writeFileSync(csv, "code,price\nHNL,1.5\nNRT,2.25\n");
    await run(cell);
    expect(await rows()).toEqual([
      { city: "Honolulu", price: 1.5 },
      { city: "Narita", price: 2.25 },
    ]);
  });

  test("Hive's SQL over an earlier result, with a value of a variable", async () => {
    await run("%%svc_local -o busiest\nselect code, count(*) as trips from trips group by code");
    await run("const least = 2;");
    await run(
      "%%svc_hive --local -o df\nselect code, trips / 4 as share from busiest where trips >= {least}",
    );
    expect(await rows()).toEqual([{ code: "HNL", share: 0.5 }]);
  });

  test("cohorts over dates, and tables of the local service beside the notebook's", async () => {
    await run(
      `%%svc_local sample_datasets -o df
with months as (select code, date_trunc('month', at) as month from trips)
select month, count(distinct m.code) as codes, (select count(*) from (select 1 from stocks limit 3)) as stocks from months m group by 1 order by 1`,
    );
    expect(await rows()).toEqual([
      { month: "2024-01-01T00:00:00.000Z", codes: 1, stocks: 3 },
      { month: "2024-02-01T00:00:00.000Z", codes: 2, stocks: 3 },
    ]);
  });

  test("columns are completed and checked while typed, and results are typed", async () => {
    await run("%%svc_local -o df\nselect city, count(*) as n from airports group by 1");
    const code = "%%svc_local\nselect ci\nfrom airports";
    const { reply } = await kernel.client.request("complete_request", { code, cursor_pos: 21 });
    expect(reply.content["matches"]).toContain("city");
    if (name === "tslab")
      expect(errorText(await kernel.run("df.objects()[0].cty"))).toContain("Property 'cty' does not exist");
  });

  test("a join of two jobs of the account with a variable", async () => {
    const job = async (query: string): Promise<string> => {
      const body = new FormData();
      body.set("query", query);
      const headers = { authorization: `TD1 ${service.apikey}` };
      const url = "http://svc.test/v3/job/issue/presto/sample_datasets";
      const issued = await service.app(new Request(url, { method: "POST", body, headers }));
      return ((await issued.json()) as { job_id: string }).job_id;
    };
    const one = await job("select 'HNL' as code, 3 as flights union all select 'NRT', 5");
    const other = await job("select 'NRT' as code, date '2024-02-04' as day");
    await run(
      `%%svc_local -o df\nselect a.city, x.flights, y.day from job(${one}) x join job(${other}) y on x.code = y.code join airports a on a.code = x.code`,
    );
    expect(await rows()).toEqual([{ city: "Narita", flights: 5, day: "2024-02-04T00:00:00.000Z" }]);
  });

  test("a million rows", async () => {
    await run(
      `const million = aq.table({ g: Int32Array.from({ length: 1e6 }, (_, i) => i % 1000), x: new Float64Array(1e6).fill(0.5) });`,
    );
    await run("%%svc_local -o df -q\nselect count(*) as n, sum(x) as x, max(g) as g from million");
    expect(await rows()).toEqual([{ n: 1e6, x: 5e5, g: 999 }]);
  });

  test("a wrong column has a caret and the nearest name", async () => {
    const failed = errorText(await kernel.run("%%svc_local\nselect ciy\nfrom airports"));
    expect(failed).toContain("column 'ciy' cannot be resolved; did you mean 'city'?");
    expect(failed).toMatch(/select ciy\n *\| +\^/);
  });

  test("--dry-run shows what a person would write, and runs", async () => {
    const code = await run("%%svc_local --dry-run\nselect count(*) as n from airports");
    expect(code).toBe("");
    const shown = (await kernel.run("%%svc_local --dry-run\nselect count(*) as n from airports")).outputs;
    expect(JSON.stringify(shown)).toContain("{ tables: { airports } }");
    expect(
      await run(
        "console.log((await read_local('select count(*) as n from airports', { tables: { airports } })).objects()[0].n);",
      ),
    ).toBe("2\n");
  });

  test("the account gets nothing of the notebook's", () => {
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(requests.filter((request) => /airports|trips|prices/.test(request))).toEqual([]);
  });
});
