import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:net";
import { afterAll, describe, expect, test } from "@jest/globals";
import {
  channelAddress,
  createConnection,
  createKernelFolder,
  readConnectionFile,
  writeConnectionFile,
  freePorts,
  type ConnectionInfo,
} from "../../../src/kernel/wire/connection-file.ts";
import { longTest, someOf } from "../../jest/short-form.ts";
import { KernelConnection } from "../../../src/kernel/child/kernel-connection.ts";
import { denoKernel } from "../../../src/kernel/kernels/deno/deno-kernel.ts";
import { startKernelProcess } from "../../../src/kernel/notebook/kernel-process.ts";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a connection has five distinct ports and a random key", async () => {
  const connection = await createConnection("svc-tslab");
  const { shell_port, iopub_port, stdin_port, control_port, hb_port } = connection;
  expect(new Set([shell_port, iopub_port, stdin_port, control_port, hb_port]).size).toBe(5);
  expect(connection).toMatchObject({ transport: "tcp", ip: "127.0.0.1", signature_scheme: "hmac-sha256" });
  expect(connection.key).not.toBe((await createConnection("svc-tslab")).key);
});

test("addresses of tcp and ipc", () => {
  const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
  expect(channelAddress({ transport: "tcp", ip: "127.0.0.1", ...ports }, "iopub")).toBe("tcp://127.0.0.1:2");
  expect(channelAddress({ transport: "ipc", ip: "/tmp/k", ...ports }, "shell")).toBe("ipc:///tmp/k-1");
});

test("a connection file is read back, and only its owner can read it", async () => {
  const connection = await createConnection("svc-deno");
  const kernelFolder = createKernelFolder();
  const path = writeConnectionFile(connection, kernelFolder.path);
  expect(readConnectionFile(path)).toEqual(connection);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  kernelFolder.remove();
  expect(() => readFileSync(path)).toThrow("ENOENT");
});

describe("readConnectionFile", () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test("fills in what Jupyter may omit", () => {
    const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
    const defaults = { transport: "tcp", ip: "127.0.0.1", key: "", signature_scheme: "hmac-sha256" };
    expect(readConnectionFile(file("short.json", JSON.stringify(ports)))).toEqual({ ...defaults, ...ports });
  });

  test("names the file and the problem", () => {
    const broken = file("broken.json", "{");
    expect(() => readConnectionFile(broken)).toThrow(`Cannot read the connection file ${broken}: `);
    const partial = file("partial.json", '{"shell_port":1}');
    expect(() => readConnectionFile(partial)).toThrow(`The connection file ${partial} has no iopub_port`);
  });
});

test("returns distinct free ports below the ephemeral range", async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(ports[0], "127.0.0.1", resolve));
  await new Promise((resolve) => server.close(resolve));
});

// Ports are chosen first and opened later: another process may take one in between.

const hold = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

/** Connections of which the first `taken` have an occupied port. */
function connections(taken: number): {
  next: () => Promise<ConnectionInfo>;
  count: () => number;
  free: () => void;
} {
  const held: Server[] = [];
  let count = 0;
  return {
    next: async () => {
      const connection = await createConnection("svclib");
      if (count++ < taken) held.push(await hold(connection.iopub_port));
      return connection;
    },
    count: () => count,
    free: () => held.forEach((server) => server.close()),
  };
}

test("Deno is restarted with other ports if its own are taken, and nothing of the first attempt remains", async () => {
  const chosen = connections(2);
  const link = new KernelConnection();
  const child = await denoKernel.start(
    link,
    chosen.next,
    () => undefined,
    () => undefined,
  );
  const first = child.process;
  await link.open(child, {
    onReply: () => undefined,
    onPublished: () => undefined,
    onFault: () => undefined,
  });
  expect(await link.ready()).toMatchObject({ implementation: "Deno kernel" });
  // Or more: tests beside this one take ports, too.
  expect(chosen.count()).toBeGreaterThanOrEqual(3);
  expect([first.exitCode, child.process.exitCode]).toEqual([1, null]);
  child.process.kill("SIGKILL");
  expect(await child.exit).toBe("ended (SIGKILL)");
  await child.release();
  link.close();
  chosen.free();
});

longTest("Deno fails after five attempts if its ports are always taken", async () => {
  const chosen = connections(Infinity);
  const link = new KernelConnection();
  const child = await denoKernel.start(
    link,
    chosen.next,
    () => undefined,
    () => undefined,
  );
  expect(await child.exit).toBe("ended (exit code 1)");
  expect(chosen.count()).toBe(5);
  await child.release();
  chosen.free();
});

test.each(someOf(["deno", "tslab"] as const, 2))(
  "svc-%s is restarted with other ports if its own are taken",
  async (name) => {
    const chosen = connections(1);
    const kernel = await startKernelProcess({
      argv: kernelSpec(name).argv,
      connection: chosen.next,
      stdio: "ignore",
    });
    expect(chosen.count()).toBeGreaterThanOrEqual(2);
    const { reply } = await kernel.client.execute("1 + 1");
    expect(reply.content["status"]).toBe("ok");
    await kernel.stop();
    chosen.free();
  },
);

test("a kernel that exits for another reason is not restarted", async () => {
  const chosen = connections(0);
  const argv = [process.execPath, "-e", "process.exit(7)"];
  await expect(startKernelProcess({ argv, connection: chosen.next })).rejects.toThrow(
    "The kernel ended (exit code 7)",
  );
  expect(chosen.count()).toBe(1);
});
