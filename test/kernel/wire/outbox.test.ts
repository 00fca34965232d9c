import { expect, test } from "@jest/globals";
import { Outbox } from "../../../src/kernel/wire/outbox.ts";

test("keeps the order while the socket is busy, and retries", async () => {
  const sent: string[] = [];
  let refusals = 3;
  const outbox = new Outbox({
    closed: false,
    send: async ([frame]) => {
      await Promise.resolve();
      if (refusals-- > 0)
        throw Object.assign(new Error("Socket is busy writing"), { code: refusals % 2 ? "EBUSY" : "EAGAIN" });
      sent.push(String(frame));
    },
  });
  void outbox.send([Buffer.from("1")]);
  void outbox.send([Buffer.from("2")]);
  await outbox.send([Buffer.from("3")]);
  await outbox.drained();
  expect(sent).toEqual(["1", "2", "3"]);
});

test("a message that can't be sent does not block the next ones", async () => {
  const sent: string[] = [];
  const outbox = new Outbox({
    closed: false,
    send: ([frame]) => {
      if (String(frame) === "bad") return Promise.reject(new Error("too large"));
      sent.push(String(frame));
      return Promise.resolve();
    },
  });
  const bad = outbox.send([Buffer.from("bad")]);
  const good = outbox.send([Buffer.from("good")]);
  await expect(bad).rejects.toThrow("too large");
  await good;
  expect(sent).toEqual(["good"]);
});

test("a closed socket drops messages", async () => {
  const outbox = new Outbox({ closed: true, send: () => Promise.reject(new Error("closed")) });
  await outbox.send([Buffer.from("1")]);
});
