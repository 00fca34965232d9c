import type { Comms } from "./comms/comms.ts";
import type { CellQueue } from "./cells/cell-queue.ts";
import type { KernelConnection } from "./child/kernel-connection.ts";
import type { DealerChannel } from "./wire/channels.ts";
import type { ExecutionHistory } from "./cells/execution-history.ts";
import type { OffsetUnit } from "./wire/code-points.ts";
import type { KernelAdapter } from "./kernels/kernel-adapter.ts";
import type { MagicAnswers } from "./completion/magic-answers.ts";
import { textField, type Content, type Message } from "./wire/message.ts";
import type { ServerSockets } from "./wire/server-sockets.ts";

export interface RouterParts {
  readonly frontend: ServerSockets;
  readonly link: KernelConnection;
  readonly adapter: KernelAdapter;
  readonly answers: MagicAnswers;
  readonly comms: Comms;
  readonly history: ExecutionHistory;
  readonly kernelInfo: Content;
  readonly clientUnit: OffsetUnit;
  readonly queue: CellQueue;
}

interface Forwarded {
  readonly request: Message;
  readonly channel: DealerChannel;
  readonly rewrite: (content: Content) => Content;
  replied: boolean;
  idle: boolean;
}

/** Routes each request of a client to the proxy or the real kernel. */
export class RequestRouter {
  readonly #parts: RouterParts;
  readonly #forwarded = new Map<string, Forwarded>();

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  handle(channel: DealerChannel, message: Message): void | Promise<void> {
    const { comms, frontend, history, kernelInfo, queue, link } = this.#parts;
    const { content } = message;
    if (channel === "stdin") return link.send("stdin", message);
    switch (message.type) {
      case "execute_request":
        return queue.push(message);
      case "kernel_info_request":
        return frontend.answer(channel, message, kernelInfo);
      case "history_request":
        return frontend.answer(channel, message, history.answer(content));
      case "comm_info_request":
        return frontend.answer(channel, message, comms.info(content));
      case "comm_open":
      case "comm_msg":
      case "comm_close":
        return comms.handle(message);
      case "complete_request":
      case "inspect_request":
      case "is_complete_request":
        return this.#answerOrForward(channel, message);
      default:
        // Unknown to both real kernels: no reply, only the status messages.
        return frontend.whileBusy(message, () => undefined);
    }
  }

  /** A reply or input request of the real kernel that is not for the running cell's execution. */
  onReply(channel: DealerChannel, message: Message, running: Message | undefined): void {
    const { frontend } = this.#parts;
    if (channel === "stdin") {
      if (running) frontend.send("stdin", message.withParent(running).withIdentities(running.identities));
      return;
    }
    const entry = this.#forwarded.get(message.parentId);
    if (!entry) return;
    const rewritten = message.withContent(privateLast(entry.rewrite(message.content)));
    frontend.send(entry.channel, rewritten.withIdentities(entry.request.identities));
    entry.replied = true;
    this.#forget(entry);
  }

  /** A status of the real kernel outside of cells. @returns whether clients should see it. */
  onStatus(message: Message): boolean {
    const entry = this.#forwarded.get(message.parentId);
    if (!entry) return false;
    entry.idle = message.content["execution_state"] === "idle";
    this.#forget(entry);
    return true;
  }

  #forget(entry: Forwarded): void {
    if (entry.replied && entry.idle) this.#forwarded.delete(entry.request.id);
  }

  #forward(channel: DealerChannel, request: Message, rewrite = (content: Content): Content => content): void {
    this.#forwarded.set(request.id, { request, channel, rewrite, replied: false, idle: false });
    this.#parts.link.send("shell", request);
  }

  /** Answers requests about magics; the real kernel gets others with magics blanked out at the same length. */
  async #answerOrForward(channel: DealerChannel, request: Message): Promise<void> {
    const { adapter, answers, clientUnit, frontend } = this.#parts;
    const { content, type } = request;
    const answer = await answers.answer(type, content);
    if (answer) return frontend.answer(channel, request, answer);
    const code = textField(content, "code");
    const blanked = answers.blanked(code);
    const plain = blanked === code ? request : request.withContent({ ...content, code: blanked });
    const { cursorUnit } = adapter;
    if (cursorUnit === clientUnit || content["cursor_pos"] === undefined)
      return this.#forward(channel, plain);
    const cursor = cursorUnit.fromUtf16(code, clientUnit.toUtf16(code, Number(content["cursor_pos"])));
    const back = (offset: number): number => clientUnit.fromUtf16(code, cursorUnit.toUtf16(code, offset));
    this.#forward(channel, plain.withContent({ ...plain.content, cursor_pos: cursor }), (reply) => {
      if (typeof reply["cursor_start"] !== "number" || typeof reply["cursor_end"] !== "number") return reply;
      return { ...reply, cursor_start: back(reply["cursor_start"]), cursor_end: back(reply["cursor_end"]) };
    });
  }
}

/** A reply with completions: names that begin with `_`, and `constructor`, below the others. Deno lists fields before methods. */
export function privateLast(reply: Content): Content {
  if (!Array.isArray(reply["matches"])) return reply;
  const matches = reply["matches"] as readonly string[];
  const isPrivate = (name: string): boolean => /(?:^|\.)(?:_[^.]*|constructor)$/.test(name);
  return { ...reply, matches: [...matches.filter((name) => !isPrivate(name)), ...matches.filter(isPrivate)] };
}
