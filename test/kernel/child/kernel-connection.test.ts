import { expect, test } from "@jest/globals";
import { KernelConnection } from "../../../src/kernel/child/kernel-connection.ts";
import type { DealerChannel, Receive } from "../../../src/kernel/wire/channels.ts";
import { createMessage, type Message } from "../../../src/kernel/wire/message.ts";

/** A connection to a kernel that answers nothing by itself, and what clients get of it. */
async function open() {
  const sent: [DealerChannel, Message][] = [];
  const passed: string[] = [];
  const faults: unknown[] = [];
  let receive: Receive = () => undefined;
  const connection = new KernelConnection();
  const channels = {
    send: (channel: DealerChannel, message: Message): void => void sent.push([channel, message]),
    close: (): void => undefined,
  };
  await connection.open(
    { connect: (take) => Promise.resolve(((receive = take), channels)) },
    {
      onReply: (channel, { type }) => void passed.push(`${channel} ${type}`),
      onPublished: ({ type }) => {
        if (type === "broken") throw new Error("broken");
        passed.push(type);
      },
      onFault: (error) => void faults.push(error),
    },
  );
  const last = (): Message => sent.at(-1)?.[1] as Message;
  const reply = (content: object, to = last()): void =>
    receive("shell", createMessage("reply", { ...content }, "k", to));
  const publish = (type: string, content = {}, parent?: Message): void =>
    receive("iopub", createMessage(type, content, "k", parent));
  return { connection, sent, passed, faults, reply, publish, last };
}

test("a hidden cell's reply is for the proxy alone; clients get the others", async () => {
  const { connection, sent, passed, reply, publish, last } = await open();
  const answer = connection.execute("1 + 1");
  expect(sent[0]?.[0]).toBe("shell");
  expect(last().content).toMatchObject({ code: "1 + 1", silent: true, store_history: false });
  publish("status", { execution_state: "busy" }, last());
  reply({ status: "ok" });
  reply({ status: "ok" });
  publish("stream");
  expect(await answer).toEqual({ status: "ok" });
  expect(passed).toEqual(["shell reply", "stream"]);
  expect(connection.isHidden(createMessage("stream", {}, "k", last()))).toBe(true);
  expect(connection.isHidden(createMessage("stream", {}, "k"))).toBe(false);
});

test("private messages go to those who wait for them, one each, in order", async () => {
  const { connection, passed, publish } = await open();
  const always: unknown[] = [];
  connection.on("svc_event", (content) => void always.push(content));
  const waits = [connection.next("svc_event"), connection.next("svc_event")];
  publish("svc_event", { n: 1 });
  publish("svc_event", { n: 2 });
  publish("svc_event", { n: 3 });
  publish("svc_other");
  expect(await Promise.all(waits)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(always).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(passed).toEqual([]);
});

test("who gives up waiting takes no message from the next", async () => {
  const { connection, publish } = await open();
  const stop = new AbortController();
  const given = connection.next("svc_value", stop.signal);
  const next = connection.next("svc_value");
  stop.abort(new Error("failed"));
  publish("svc_value", { n: 1 });
  await expect(given).rejects.toThrow("failed");
  expect(await next).toEqual({ n: 1 });
});

test("the kernel is ready once it replies and its publications arrive", async () => {
  const { connection, reply, publish, last } = await open();
  const ready = connection.ready();
  reply({ banner: "Deno" });
  publish("status", { execution_state: "idle" }, last());
  expect(await ready).toEqual({ banner: "Deno" });
});

test("a message that can't be handled is a fault, and the next arrives", async () => {
  const { passed, faults, publish } = await open();
  publish("broken");
  publish("stream");
  expect(faults).toEqual([new Error("broken")]);
  expect(passed).toEqual(["stream"]);
});

test("a closed connection fails what is pending, and what comes later", async () => {
  const { connection } = await open();
  const pending = [connection.execute("1"), connection.next("svc_value")];
  connection.close();
  for (const one of pending) await expect(one).rejects.toThrow("The kernel was shut down");
  await expect(connection.execute("1")).rejects.toThrow("The kernel is not connected");
});
