import { expect, jest, test } from "@jest/globals";
import { createMessage, encodeMessage, type Message } from "../../../src/kernel/wire/message.ts";
import { Signer } from "../../../src/kernel/wire/signer.ts";
import { receiveMessages } from "../../../src/kernel/wire/sockets.ts";

const signer = new Signer("key");
const frames = (type: string, by = signer): Buffer[] => encodeMessage(createMessage(type, {}, "s"), by);

/** A socket that gives these messages, and fails then if it has an error. */
async function* socket(messages: readonly Buffer[][], error?: Error): AsyncGenerator<Buffer[]> {
  await Promise.resolve();
  yield* messages;
  if (error) throw error;
}

test("messages come in order; those of another key or none are counted and dropped", async () => {
  const types: string[] = [];
  let malformed = 0;
  const all = [frames("one"), frames("two", new Signer("other")), [Buffer.from("x")], [], frames("three")];
  await receiveMessages(
    socket(all),
    signer,
    "a client",
    ({ type }) => types.push(type),
    () => malformed++,
  );
  expect([types, malformed]).toEqual([["one", "three"], 3]);
});

test("a message that can't be handled, and a socket that fails, are logged, and end nothing", async () => {
  const log: string[] = [];
  const write = jest
    .spyOn(process.stderr, "write")
    .mockImplementation((text) => (log.push(String(text)), true));
  const types: string[] = [];
  const receive = ({ type }: Message): void => {
    if (type === "one") throw new Error("no room");
    types.push(type);
  };
  try {
    await receiveMessages(socket([frames("one"), frames("two")], new Error("cut")), signer, "Deno", receive);
  } finally {
    write.mockRestore();
  }
  expect(types).toEqual(["two"]);
  expect(log.map((text) => text.split("\n")[0])).toEqual([
    "svclib: a message of Deno could not be handled: Error: no room",
    "svclib: the socket to Deno has failed: Error: cut",
  ]);
});
