import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { WatchedWork } from "../../../src/core/interrupt/watched-work.ts";
import { ChildWork } from "../../../src/kernel/child/child-work.ts";
import type { Service } from "../../../src/service/start-service.ts";
import { ENDLESS, endlessRunner } from "../../service/helpers/endless-statement.ts";
import { startSampledService } from "../../service/helpers/sampled-service.ts";
import { childProcesses } from "../support/child-processes.ts";
import type { TestKernel } from "../support/start-kernel.ts";
import { sleep, startKernel, until } from "../support/start-kernel.ts";
import { ofKernel, someOf } from "../../jest/short-form.ts";

let service: Service;
let folder: string;
let kernel: TestKernel | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-work-"));
  service = await startSampledService({ dataDir: folder, leaseMs: 9000, createRunner: endlessRunner });
});
afterEach(async () => {
  await kernel?.stop();
  kernel = undefined;
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface ListedJob {
  readonly job_id: string;
  readonly status: string;
}
const jobs = async (): Promise<readonly ListedJob[]> => {
  const headers = { authorization: `TD1 ${service.apikey}` };
  const answer = await service.app(new Request(`${service.url}/v3/job/list`, { headers }));
  return ((await answer.json()) as { jobs: ListedJob[] }).jobs;
};

/** A kernel with a running job on the service. */
async function startJob(name: "tslab" | "deno", before = ""): Promise<TestKernel> {
  const { length: former } = await jobs();
  const env = { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
  kernel = await startKernel(name, { env, quiet: true });
  kernel.run(`${before}\n%%svc_presto sample_datasets\n${ENDLESS}`).catch(() => undefined);
  await until(
    async () => (await jobs()).length === former + 1 && (await jobs())[0]?.status === "running",
    30_000,
  );
  // Wait until the kernel knows the job's id.
  await sleep(300);
  return kernel;
}

const ended = async (): Promise<string> => {
  await until(async () => !["queued", "running"].includes((await jobs())[0]?.status ?? ""), 20_000);
  return (await jobs())[0]?.status ?? "";
};

// The proxy killed, and all processes at once: frontends/vscode.test.ts.
describe.each(someOf(["tslab", "deno"] as const, 2))("svc-%s", (name) => {
  test.each(ofKernel(name, ["SIGKILL", "SIGTERM"] as const))(
    "when the child gets %s its job is killed",
    async (signal) => {
      const { process: proxy } = await startJob(name);
      for (const pid of childProcesses(proxy.pid ?? 0)) process.kill(pid, signal);
      expect(await ended()).toBe("killed");
    },
  );
});

const work = (id: string): WatchedWork => ({
  id,
  method: "POST",
  url: `https://api.example.com/svc/v3/job/kill/${id}`,
  headers: { authorization: "TD1 1/k" },
  lease: { id: "lease", endpoint: "https://api.example.com/svc" },
});

test("the lease is renewed while there is work, and work is ended on any service", async () => {
  const sent: string[] = [];
  let failures = 1;
  const watched = new ChildWork(({ method, url, headers }) => {
    sent.push(`${method} ${new URL(url).pathname} ${JSON.stringify(headers)}`);
    return method === "POST" && failures-- > 0 ? Promise.reject(new Error("away")) : Promise.resolve();
  }, 20);
  watched.record({ began: work("1") });
  watched.record({ began: work("2") });
  await until(() => sent.length >= 2);
  expect(new Set(sent)).toEqual(new Set(['GET /svc/v3/system/server_status {"x-svc-lease":"lease"}']));
  watched.record({ over: "1" });
  sent.length = 0;
  await watched.endAll();
  const kill = 'POST /svc/v3/job/kill/2 {"authorization":"TD1 1/k"}';
  expect(sent.filter((line) => line.startsWith("POST"))).toEqual([kill, kill]);
  sent.length = 0;
  await sleep(60);
  expect(sent).toEqual([]);
});
