import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Content } from "../../src/kernel/wire/message.ts";
import type { FaultyKernel } from "./support/faulty-kernel.ts";
import { startFaultyKernel } from "./support/faulty-kernel.ts";
import { until } from "./support/start-kernel.ts";

let kernel: FaultyKernel | undefined;
let log = "";
beforeEach(() => {
  log = "";
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    log += String(text);
    return true;
  });
});
afterEach(async () => {
  await kernel?.stop();
  kernel = undefined;
  jest.restoreAllMocks();
});

const start = async (...faults: string[]): Promise<FaultyKernel> =>
  (kernel = await startFaultyKernel(...faults));

/** Checks that the kernel replies to further cells. */
async function expectAlive({ client, faults }: FaultyKernel): Promise<void> {
  faults.clear();
  expect((await client.execute("1 + 1")).reply.content["status"]).toBe("ok");
}

test.each([
  ["load", "import 'svclib'"],
  ["bound", "%svc_tables {x}"],
  ["translateCell", "%svc_databases"],
  ["beforeService", "%svc_databases"],
  ["run", "1"],
  ["drain", "1"],
  ["planCell", "1"],
])("a fault in %s fails the cell with the fault's message, and the next one runs", async (fault, code) => {
  const running = await start();
  running.faults.add(fault);
  const [first, second] = await Promise.all([
    running.client.execute(code, { stopOnError: false }),
    running.client.execute(code, { stopOnError: false }),
  ]);
  for (const { reply } of [first, second])
    expect(reply.content).toMatchObject({ status: "error", ename: expect.any(String) as unknown });
  expect([String(first.reply.content["evalue"]), log].join()).toContain(`fault in ${fault}`);
  await expectAlive(running);
});

test.each([
  ["ownNames", "1"],
  ["ownNames", "import 'svclib'"],
  ["send", "1"],
])("a fault in %s is logged and does not affect the cell", async (fault, code) => {
  const running = await start();
  running.faults.add(fault);
  expect((await running.client.execute(code)).reply.content["status"]).toBe("ok");
  await until(() => log.includes(`fault in ${fault}`));
  await expectAlive(running);
});

test("a fault during completion is sent as its reply", async () => {
  const running = await start();
  running.faults.add("completeMagic");
  const { reply } = await running.client.request("complete_request", { code: "%svc", cursor_pos: 4 });
  expect(reply.type).toBe("complete_reply");
  expect(reply.content).toMatchObject({ status: "error", evalue: "fault in completeMagic" });
  await expectAlive(running);
});

test.each(["nothing", "interrupt"])(
  "a cell that ignores Stop, with a fault in %s, ends with its kernel, which is restarted",
  async (fault) => {
    const running = await start();
    running.faults.add(fault);
    let begun = false;
    const waiting = running.client.execute("wait", { onPublished: () => (begun = true) });
    await until(() => begun);
    const behind = running.client.execute("1");
    await running.client.interrupt();
    expect((await waiting).reply.content).toMatchObject({
      status: "error",
      ename: "Interrupted",
      evalue: "the cell could only be stopped by restarting tslab: all variables are lost",
    });
    expect((await behind).reply.content["status"]).toBe("aborted");
    await expectAlive(running);
  },
);

test.each([
  ["wait running", ["presto job 4: 0 %", "presto job 4: ended with the kernel"]],
  ["wait running ended", ["presto job 4: 0 %", "presto job 4: 0 %"]],
])("no operation is shown as running once its kernel was killed: %s", async (code, shown) => {
  const running = await start();
  const displayed: unknown[] = [];
  const ended = running.client.execute(code, {
    onPublished: ({ content }) => {
      const data = content["data"] as Content | undefined;
      if (data !== undefined) displayed.push(data["text/plain"]);
    },
  });
  await until(() => displayed.length === code.split(" ").length - 1);
  await running.client.interrupt();
  await ended;
  expect(displayed).toEqual(shown);
  await expectAlive(running);
});

test("an unreadable message of the kernel fails the cell", async () => {
  const running = await start();
  const { reply } = await running.client.execute("unreadable");
  expect(reply.content).toMatchObject({ status: "error", ename: "KernelFault" });
  expect(reply.content["evalue"]).toMatch(/^tslab sent a message that can't be read: /);
  await expectAlive(running);
});

test("a user expression that can't be evaluated fails alone", async () => {
  const running = await start();
  running.faults.add("evaluate");
  const { reply } = await running.client.request("execute_request", {
    code: "1",
    user_expressions: { a: "2" },
  });
  expect(reply.content).toMatchObject({
    status: "ok",
    user_expressions: { a: { status: "error", evalue: "fault in evaluate" } },
  });
  await expectAlive(running);
});

test.each(["start", "connect", "boot", "kernelInfo"])(
  "a kernel with a fault in %s at its start reports it for each cell",
  async (fault) => {
    const { client } = await start(fault);
    const info = await client.request("kernel_info_request", {});
    expect(info.reply.content).toMatchObject({ status: "ok", language_info: { name: "typescript" } });
    expect(info.reply.content["banner"]).toContain(`tslab, which cannot run: fault in ${fault}`);
    const { reply, published } = await client.execute("1");
    const evalue = `fault in ${fault}; then restart this kernel`;
    expect(reply.content).toMatchObject({ status: "error", ename: "KernelUnavailable", evalue });
    expect(published.map(({ type }) => type)).toEqual(["status", "error", "status"]);
  },
);

test.each([
  [
    "complete_request",
    { code: "sel", cursor_pos: 3 },
    { status: "ok", matches: [], cursor_start: 3, cursor_end: 3 },
  ],
  ["inspect_request", { code: "a", cursor_pos: 1, detail_level: 0 }, { status: "ok", found: false }],
  ["is_complete_request", { code: "a" }, { status: "unknown" }],
  ["history_request", { hist_access_type: "tail", n: 5 }, { status: "ok", history: [] }],
  ["comm_info_request", {}, { status: "ok", comms: {} }],
])("a kernel that can't start answers %s, so that no frontend waits", async (type, content, answer) => {
  const { client } = await start("start");
  expect((await client.request(type as "complete_request", content)).reply.content).toMatchObject(answer);
});
