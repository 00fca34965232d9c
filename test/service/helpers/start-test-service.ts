import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service, type ServiceOptions } from "../../../src/service/start-service.ts";
import { passThroughRunner } from "./pass-through-runner.ts";

export interface TestService extends Service {
  readonly dataDir: string;
  /** A request with the administrator key; `path` starts with `/`. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A POST with form fields. */
  post(path: string, fields?: Record<string, string>): Promise<Response>;
  json<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<T>;
  /** Issues a query and waits for its end. @returns the job id. */
  runJob(sql: string, options?: { type?: string; database?: string }): Promise<string>;
  /** Closes the service and reopens it on the same folder. */
  remove(): Promise<void>;
}

/** A service on a new folder, with the engine's own SQL as its dialect. */
export async function startTestService(options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "svc-service-")));
  const service = await startService({
    createRunner: passThroughRunner,
    ...options,
    dataDir,
  });
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `TD1 ${service.apikey}`);
    return service.app(new Request(`http://svc.test${path}`, { ...init, headers }));
  };
  const post = (path: string, fields: Record<string, string> = {}): Promise<Response> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return request(path, { method: "POST", ...(Object.keys(fields).length > 0 ? { body } : {}) });
  };
  const json = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await request(path, init);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    ...service,
    dataDir,
    request,
    post,
    json,
    async runJob(sql, { type = "presto", database = "test_db" } = {}) {
      const issued = (await (await post(`/v3/job/issue/${type}/${database}`, { query: sql })).json()) as {
        job_id: string;
      };
      for (;;) {
        const { status } = await json<{ status: string }>(`/v3/job/status/${issued.job_id}?wait=10`);
        if (status !== "queued" && status !== "running") return issued.job_id;
      }
    },
    async remove() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
