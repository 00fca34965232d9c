import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { installKernelSpecs } from "../../../src/kernel/kernelspec/install.ts";
import { readKernelSpec } from "../../../src/kernel/kernelspec/installed-kernels.ts";
import type { Service } from "../../../src/service/start-service.ts";
import { ENDLESS, endlessRunner } from "../../service/helpers/endless-statement.ts";
import { startSampledService } from "../../service/helpers/sampled-service.ts";
import { isAlive, until } from "../support/start-kernel.ts";
import { processTree } from "./vscode-window.ts";
import { ZedKernel } from "./zed-editor.ts";
import { someOf } from "../../jest/short-form.ts";

const LONG = `%%svc_presto sample_datasets\n${ENDLESS}`;

let service: Service;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-zed-"));
  service = await startSampledService({
    dataDir: join(folder, "data"),
    leaseMs: 9000,
    createRunner: endlessRunner,
  });
  env = { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function lastJob(): Promise<string | undefined> {
  const headers = { authorization: `TD1 ${service.apikey}` };
  const answer = await service.app(new Request(`${service.url}/v3/job/list`, { headers }));
  return ((await answer.json()) as { jobs: { status: string }[] }).jobs[0]?.status;
}

const TEXT = expect.any(String) as unknown;

// In the short form, Zed is with one kernel and VS Code with the other.
describe.each(someOf(["tslab", "deno"] as const, 2))("svc-%s in Zed", (name) => {
  let kernel: ZedKernel;
  beforeAll(async () => {
    // From the kernelspec's file: Zed starts what that says.
    const [installed] = installKernelSpecs({ prefix: folder, kernel: name });
    kernel = await ZedKernel.start(readKernelSpec(installed?.folder ?? "")?.argv ?? [], env);
  });
  afterAll(() => kernel.end());
  afterEach(() => {
    // Its parser knows these forms and no others: a message that does not fit is dropped, or ends the session.
    for (const [, { header, parentHeader, content }] of kernel.received) {
      expect(header).toEqual({
        msg_id: TEXT,
        msg_type: TEXT,
        session: TEXT,
        username: TEXT,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/) as unknown,
        version: TEXT,
      });
      if ("msg_id" in parentHeader) expect(parentHeader.msg_type).toEqual(TEXT);
      if ("execution_count" in content) expect(content["execution_count"]).toBeGreaterThanOrEqual(0);
    }
  });

  test("kernel_info has only plain text fields", async () => {
    const info = await kernel.ask("kernel_info_request", {});
    expect(info).toMatchObject({
      status: "ok",
      protocol_version: TEXT,
      implementation: TEXT,
      implementation_version: TEXT,
      banner: TEXT,
      language_info: {
        name: "typescript",
        version: TEXT,
        mimetype: TEXT,
        file_extension: ".ts",
        pygments_lexer: "typescript",
        codemirror_mode: "typescript",
        nbconvert_exporter: "script",
      },
    });
    for (const link of info["help_links"] as unknown[]) expect(link).toEqual({ text: TEXT, url: TEXT });
  });

  test("cells run, fail and show tables", async () => {
    const { reply, outputs } = await kernel.run("const kept = 42; console.log('one')");
    expect(reply).toMatchObject({ status: "ok", execution_count: 1 });
    expect(outputs).toEqual([["stream", { name: "stdout", text: "one\n" }]]);
    const failed = await kernel.run("throw new Error('mine')");
    expect(failed.outputs).toEqual([
      ["error", { ename: "Error", evalue: "mine", traceback: expect.any(Array) }],
    ]);
    const query = await kernel.run(
      "%%svc_presto sample_datasets\nselect origin, count(*) as n from flights group by 1 order by 2 desc limit 1",
    );
    const [, shown] = query.outputs.find(([type]) => type === "execute_result") ?? [];
    expect(shown?.["data"]).toMatchObject({ "text/plain": expect.stringContaining("ORD") as unknown });
  });

  test("Interrupt ends a query's cell and its job, and keeps the variables", async () => {
    const cell = kernel.run(LONG);
    await until(async () => (await lastJob()) === "running", 30_000);
    expect(await kernel.ask("interrupt_request", {})).toEqual({ status: "ok" });
    expect((await cell).reply).toMatchObject({ status: "error" });
    await until(async () => (await lastJob()) === "killed", 30_000);
    expect((await kernel.run("console.log(kept)")).outputs).toEqual([
      ["stream", { name: "stdout", text: "42\n" }],
    ]);
  });

  test("ended as Zed ends it, it leaves no process and no job", async () => {
    const all = processTree(kernel.process.pid ?? 0);
    await kernel.begin(LONG);
    await until(async () => (await lastJob()) === "running", 30_000);
    kernel.end();
    await until(() => !all.some(isAlive), 60_000);
    await until(async () => (await lastJob()) === "killed", 60_000);
  }, 150_000);
});
