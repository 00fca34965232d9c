import { createServer, type Server } from "node:net";
import { expect, test } from "@jest/globals";
import { KernelConnection } from "../../../src/kernel/child/kernel-connection.ts";
import { createConnection, type ConnectionInfo } from "../../../src/kernel/wire/connection.ts";
import { denoKernel } from "../../../src/kernel/kernels/deno/deno-kernel.ts";
import { startKernelProcess } from "../../../src/kernel/notebook/kernel-process.ts";
import { kernelSpec } from "../../../src/kernel/kernelspec/kernel-spec.ts";

// Ports are chosen first and listened on later: somebody may take one in between.

const hold = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

/** Connections of which the first `taken` have a port that somebody listens on. */
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

test("Deno that does not get its ports is started again with others, and nothing of the first try is left", async () => {
  const chosen = connections(2);
  const link = new KernelConnection();
  const child = await denoKernel.start(link, chosen.next, () => undefined);
  const first = child.process;
  await link.open(child, {
    onReply: () => undefined,
    onPublished: () => undefined,
    onFault: () => undefined,
  });
  expect(await link.ready()).toMatchObject({ implementation: "Deno kernel" });
  expect(chosen.count()).toBe(3);
  expect([first.exitCode, child.process.exitCode]).toEqual([1, null]);
  child.process.kill("SIGKILL");
  expect(await child.ended).toBe("ended (SIGKILL)");
  await child.release();
  link.close();
  chosen.free();
});

test("Deno that never gets its ports ends, with what it said", async () => {
  const chosen = connections(Infinity);
  const link = new KernelConnection();
  const child = await denoKernel.start(link, chosen.next, () => undefined);
  expect(await child.ended).toBe("ended (exit code 1)");
  expect(chosen.count()).toBe(5);
  await child.release();
  chosen.free();
});

test.each(["tslab", "deno"] as const)(
  "svc-%s whose own ports are taken is started again with others",
  async (name) => {
    const chosen = connections(1);
    const kernel = await startKernelProcess({
      argv: kernelSpec(name).argv,
      connection: chosen.next,
      stdio: "ignore",
    });
    expect(chosen.count()).toBe(2);
    const { reply } = await kernel.client.execute("1 + 1");
    expect(reply.content["status"]).toBe("ok");
    await kernel.stop();
    chosen.free();
  },
);

test("a kernel that ends for another reason is not started again", async () => {
  const chosen = connections(0);
  const argv = [process.execPath, "-e", "process.exit(7)"];
  await expect(startKernelProcess({ argv, connection: chosen.next })).rejects.toThrow(
    "The kernel ended (exit code 7)",
  );
  expect(chosen.count()).toBe(1);
});
