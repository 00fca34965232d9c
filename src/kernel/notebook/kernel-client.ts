import { randomUUID } from "node:crypto";
import type { DealerChannel } from "../wire/channels.ts";
import { ClientSockets } from "../wire/client-sockets.ts";
import type { ConnectionInfo } from "../wire/connection-file.ts";
import { createMessage, type Content, type Message } from "../wire/message.ts";

/** The outcome of a request: its reply, and all messages published for it, in order. */
export interface Exchange {
  readonly reply: Message;
  readonly published: readonly Message[];
}

export interface RequestOptions {
  readonly channel?: "shell" | "control";
  /** Called for each message that the kernel publishes for the request, as it arrives. */
  readonly onPublished?: (message: Message) => void;
  /** Aborting it ends the wait, not the kernel's work. */
  readonly signal?: AbortSignal;
}

export interface ExecuteOptions extends RequestOptions {
  readonly silent?: boolean;
  readonly storeHistory?: boolean;
  readonly stopOnError?: boolean;
  readonly allowStdin?: boolean;
}

interface PendingExchange {
  readonly published: Message[];
  readonly onPublished: ((message: Message) => void) | undefined;
  readonly needsIdle: boolean;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (error: Error) => void;
  reply: Message | undefined;
  idle: boolean;
}

const PROBE_EVERY_MS = 50;
const PROBE_AT_LEAST_EVERY_MS = 200;

/** A Jupyter client over ZeroMQ: sends requests to one kernel and collects their outcomes. */
export class KernelClient {
  /** Answers the kernel's input requests; an empty line by default. */
  onInput: (prompt: string) => string = () => "";
  /** Called for every message that the kernel publishes. */
  onMessage: (message: Message) => void = () => undefined;
  readonly session = randomUUID();
  #sockets!: ClientSockets;
  readonly #pending = new Map<string, PendingExchange>();

  private constructor() {}

  /** Opens the sockets, whether or not a kernel replies (see {@link KernelClient.ready}). */
  static async connect(info: ConnectionInfo): Promise<KernelClient> {
    const client = new KernelClient();
    client.#sockets = await ClientSockets.connect(info, (channel, message) => {
      if (channel === "iopub") client.#onPublished(message);
      else if (channel === "stdin") client.#onStdin(message);
      else client.#onReply(message);
    });
    return client;
  }

  /** Waits until the kernel replies and its publications arrive. */
  async ready(timeoutMs = 60_000): Promise<Message> {
    const deadline = AbortSignal.timeout(timeoutMs);
    // The first probe may be lost while the kernel binds its sockets, or its publications while this side subscribes.
    for (let patienceMs = PROBE_EVERY_MS; ; patienceMs = Math.min(2 * patienceMs, PROBE_AT_LEAST_EVERY_MS)) {
      const patience = AbortSignal.timeout(patienceMs);
      try {
        const signal = AbortSignal.any([patience, deadline]);
        return (await this.request("kernel_info_request", {}, { signal })).reply;
      } catch (cause) {
        if (deadline.aborted) throw new Error(`The kernel did not answer within ${timeoutMs} ms`, { cause });
        if (!patience.aborted) throw cause;
      }
    }
  }

  /** Sends a request and waits for its reply and, on shell, for the idle status. */
  request(type: string, content: Content, options: RequestOptions = {}): Promise<Exchange> {
    const { channel = "shell", onPublished, signal } = options;
    const message = createMessage(type, content, this.session);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#pending.delete(message.id);
        reject(signal?.reason instanceof Error ? signal.reason : new Error(`${type} was given up`));
      };
      if (signal?.aborted) return giveUp();
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#pending.set(message.id, {
        published: [],
        onPublished,
        needsIdle: channel === "shell",
        resolve: (exchange) => {
          signal?.removeEventListener("abort", giveUp);
          resolve(exchange);
        },
        reject,
        reply: undefined,
        idle: false,
      });
      this.#sockets.send(channel, message).catch(reject);
    });
  }

  execute(code: string, options: ExecuteOptions = {}): Promise<Exchange> {
    const { silent = false, storeHistory = !silent, stopOnError = true, allowStdin = true } = options;
    const content = {
      code,
      silent,
      store_history: storeHistory,
      user_expressions: {},
      allow_stdin: allowStdin,
      stop_on_error: stopOnError,
    };
    return this.request("execute_request", content, options);
  }

  interrupt(): Promise<Exchange> {
    return this.request("interrupt_request", {}, { channel: "control" });
  }

  shutdown(restart = false): Promise<Exchange> {
    return this.request("shutdown_request", { restart }, { channel: "control" });
  }

  /** Sends raw frames, without waiting for a reply. */
  sendFrames(channel: DealerChannel, frames: Buffer[]): Promise<void> {
    return this.#sockets.sendFrames(channel, frames);
  }

  /** Closes the sockets and rejects pending requests. */
  close(): void {
    this.#sockets.close();
    for (const pending of this.#pending.values()) pending.reject(new Error("The client was closed"));
    this.#pending.clear();
  }

  #onReply(message: Message): void {
    const pending = this.#pending.get(message.parentId);
    if (!pending) return;
    pending.reply = message;
    this.#settle(message.parentId, pending);
  }

  #onPublished(message: Message): void {
    this.onMessage(message);
    const pending = this.#pending.get(message.parentId);
    if (!pending) return;
    pending.published.push(message);
    pending.onPublished?.(message);
    if (message.type === "status" && message.content["execution_state"] === "idle") pending.idle = true;
    this.#settle(message.parentId, pending);
  }

  #onStdin(message: Message): void {
    if (message.type !== "input_request") return;
    const value = this.onInput(String(message.content["prompt"]));
    const reply = createMessage("input_reply", { status: "ok", value }, this.session, message);
    void this.#sockets.send("stdin", reply.withIdentities([]));
  }

  #settle(id: string, pending: PendingExchange): void {
    if (!pending.reply || (pending.needsIdle && !pending.idle)) return;
    this.#pending.delete(id);
    pending.resolve({ reply: pending.reply, published: pending.published });
  }
}
