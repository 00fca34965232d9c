import { expect, test } from "@jest/globals";
import { UnavailableKernel } from "../../src/kernel/unavailable-kernel.ts";
import { createMessage, type Content, type Message } from "../../src/kernel/wire/message.ts";
import type { ServerSockets } from "../../src/kernel/wire/server-sockets.ts";

const REASON = "Deno is not installed; install it";

/** What the kernel emits and replies to a request. */
function answers(type: string, content: Content = {}, channel: "shell" | "stdin" = "shell"): unknown[] {
  const log: unknown[] = [];
  const frontend = {
    emit: (emitted: string, { evalue, execution_state: state }: Content) =>
      void log.push([emitted, evalue ?? state]),
    reply: (_: string, __: Message, reply: Content) => void log.push(reply),
    whileBusy: (_: Message, act: () => void) => {
      log.push("busy");
      act();
    },
  };
  const kernel = new UnavailableKernel(frontend as unknown as ServerSockets, "deno", REASON);
  expect(log.splice(0)).toEqual([["status", "idle"]]);
  kernel.handle(channel, createMessage(type, content, "s"));
  return log;
}

test("every cell fails with the reason, and says what to do", () => {
  const evalue = `${REASON}; then restart this kernel`;
  expect(answers("execute_request", { code: "1" })).toEqual([
    "busy",
    ["error", evalue],
    {
      status: "error",
      execution_count: 0,
      user_expressions: {},
      payload: [],
      ename: "KernelUnavailable",
      evalue,
      traceback: [`KernelUnavailable: ${evalue}`],
    },
  ]);
});

test.each<[string, Content, Content]>([
  ["complete_request", { code: "abc", cursor_pos: 2 }, { matches: [], cursor_start: 2, cursor_end: 2 }],
  ["complete_request", {}, { cursor_start: 0 }],
  ["inspect_request", {}, { found: false }],
  ["is_complete_request", {}, { status: "unknown" }],
  ["history_request", {}, { history: [] }],
  ["comm_info_request", {}, { comms: {} }],
  ["kernel_info_request", {}, { implementation: "svc-deno", protocol_version: "5.3", status: "ok" }],
])("%s %j is answered with %j", (type, content, reply) => {
  expect(answers(type, content)).toEqual(["busy", expect.objectContaining(reply)]);
});

test("unknown requests, and input, get no reply", () => {
  expect(answers("debug_request")).toEqual(["busy"]);
  expect(answers("input_reply", {}, "stdin")).toEqual([]);
});
