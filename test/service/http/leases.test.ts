import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Service } from "../../../src/service/start-service.ts";
import { ENDLESS, endlessRunner } from "../helpers/endless-statement.ts";
import { startSampledService } from "../helpers/sampled-service.ts";

let service: Service;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-leases-"));
  service = await startSampledService({ dataDir: folder, leaseMs: 450, createRunner: endlessRunner });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, init: RequestInit = {}, lease?: string): Promise<Response> =>
  service.app(
    new Request(`${service.url}${path}`, {
      ...init,
      headers: {
        authorization: `TD1 ${service.apikey}`,
        "x-trino-user": "svc",
        ...(lease === undefined ? {} : { "x-svc-lease": lease }),
      },
    }),
  );

const issue = async (lease?: string): Promise<string> => {
  const body = new URLSearchParams({ query: ENDLESS });
  const answer = await ask("/v3/job/issue/presto/sample_datasets", { method: "POST", body }, lease);
  return ((await answer.json()) as { job_id: string }).job_id;
};
const job = async (id: string): Promise<{ status: string; debug: { stderr: string } }> =>
  (await ask(`/v3/job/show/${id}`)).json() as Promise<{ status: string; debug: { stderr: string } }>;
const status = async (id: string): Promise<string> => (await job(id)).status;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("a job ends with its client, and says so; with a renewed lease or without one it continues", async () => {
  const [left, renewed, alone] = [await issue("gone"), await issue("there"), await issue()];
  for (let i = 0; i < 12; i++) {
    // Any request with the client's name renews the lease.
    await ask("/v3/system/server_status", {}, "there");
    await sleep(100);
  }
  const { status: ended, debug } = await job(left);
  expect(ended).toBe("error");
  expect(debug.stderr).toContain("The client that waited for this sent no request for 0.45 s");
  for (const id of [renewed, alone]) {
    expect(["queued", "running"]).toContain(await status(id));
    await ask(`/v3/job/kill/${id}`, { method: "POST" });
  }
});

test("a statement of the direct path ends with its client", async () => {
  const answer = await ask("/v1/statement", { method: "POST", body: ENDLESS }, "direct");
  const { id, nextUri } = (await answer.json()) as { id: string; nextUri: string };
  expect(nextUri).toContain(id);
  for (let state = ""; state !== "FAILED"; await sleep(50))
    ({ state } = (await (await ask(`/v1/query/${id}`)).json()) as { state: string });
  const { errorInfo } = (await (await ask(`/v1/query/${id}`)).json()) as { errorInfo: { message: string } };
  expect(errorInfo.message).toContain("The client that waited for this sent no request");
});

test("an invalid client name is refused before a job is issued", async () => {
  const body = new URLSearchParams({ query: "select 1" });
  const answer = await ask("/v3/job/issue/presto/sample_datasets", { method: "POST", body }, "a name");
  expect(answer.status).toBe(400);
});
