export { isAlive } from "../../../src/system/system.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange, ExecuteOptions } from "../../../src/kernel/notebook/kernel-client.ts";
import type { KernelProcess } from "../../../src/kernel/notebook/kernel-process.ts";
import { startKernelProcess } from "../../../src/kernel/notebook/kernel-process.ts";
import type { KernelName } from "../../../src/kernel/kernelspec/kernel-spec.ts";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";
import type { Content } from "../../../src/kernel/wire/message.ts";

export interface TestKernel extends KernelProcess {
  /** The notebook's folder, empty at first. */
  readonly cwd: string;
  run(code: string, options?: ExecuteOptions): Promise<CellResult>;
}

export interface CellResult {
  /** Everything published, as `[type, content]`, without status. */
  readonly outputs: readonly (readonly [string, Content])[];
  readonly reply: Content;
  readonly exchange: Exchange;
}

export interface TestKernelOptions {
  readonly argv?: readonly string[];
  readonly env?: Record<string, string>;
  /** Discards the kernel's own stdout and stderr. */
  readonly quiet?: boolean;
}

/** Starts a kernel in an empty folder. The configured service does not exist: no cell of these tests may need it. */
export async function startKernel(kernel: KernelName, options: TestKernelOptions = {}): Promise<TestKernel> {
  const cwd = mkdtempSync(join(tmpdir(), "svc-notebook-"));
  const env = {
    ...process.env,
    SVC_API_KEY: "1/test",
    SVC_API_SERVER: "http://127.0.0.1:9",
    NODE_OPTIONS: "",
    ...options.env,
  };
  const argv = options.argv ?? kernelSpec(kernel).argv;
  const running = await startKernelProcess({ argv, cwd, env, ...(options.quiet ? { stdio: "ignore" } : {}) });
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(cwd, { recursive: true, force: true });
  };
  const run = async (code: string, executeOptions?: ExecuteOptions): Promise<CellResult> => {
    const exchange = await running.client.execute(code, executeOptions);
    const outputs = exchange.published
      .filter(({ type }) => type !== "status" && type !== "execute_input")
      .map(({ type, content }) => [type, content] as const);
    return { outputs, reply: exchange.reply.content, exchange };
  };
  return { ...running, cwd, run, stop };
}

/** Stream output of a cell. */
export function streamText({ outputs }: CellResult, name = "stdout"): string {
  return outputs
    .filter(([type, content]) => type === "stream" && content["name"] === name)
    .map(([, content]) => content["text"] as string)
    .join("");
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`Condition did not hold within ${timeoutMs} ms: ${String(condition)}`);
    await sleep(20);
  }
}
