import { expect, test } from "@jest/globals";
import { setImmediate as turn } from "node:timers/promises";
import { postAnswer, type EngineMessage } from "../../../src/engine/process/messages.ts";

test("the answers of one turn are sent as one message, in order", async () => {
  const messages: (readonly EngineMessage[])[] = [];
  const own = { connected: process.connected, send: Reflect.get(process, "send") as unknown };
  Object.assign(process, {
    connected: true,
    send: (message: readonly EngineMessage[], _handle: unknown, _options: unknown, sent: () => void) => {
      messages.push(message);
      sent();
    },
  });
  try {
    const value: EngineMessage = { kind: "value", id: 1, value: { head: "h" }, stream: "pages" };
    const end: EngineMessage = { kind: "end", id: 1 };
    const posted = [postAnswer(value), Promise.resolve().then(() => postAnswer(end))];
    await Promise.all(posted);
    await turn();
    await postAnswer({ kind: "end", id: 2 });
    expect(messages).toEqual([[value, end], [{ kind: "end", id: 2 }]]);
  } finally {
    Object.assign(process, own);
  }
});
