import { createServer, type Server } from "node:net";
import { expect, test } from "@jest/globals";
import { someOf } from "../../jest/short-form.ts";
import { KernelConnection } from "../../../src/kernel/child/kernel-connection.ts";
import { createConnection, type ConnectionInfo } from "../../../src/kernel/wire/connection-file.ts";
import { denoKernel } from "../../../src/kernel/kernels/deno/deno-kernel.ts";
import { startKernelProcess } from "../../../src/kernel/notebook/kernel-process.ts";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";

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

test("Deno fails after five attempts if its ports are always taken", async () => {
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
