// This folder: the real kernel as a client sees it, and what watches that neither outlives the other.

import { randomUUID } from "node:crypto";
import type { Channels, DealerChannel } from "../wire/channels.ts";
import type { ChildKernel, HiddenRequests } from "../kernels/kernel-adapter.ts";
import { logFault } from "../log-fault.ts";
import { createMessage, type Content, type Message } from "../wire/message.ts";

const PROBE_EVERY_MS = 50;
const SUBSCRIBED_EVERY_MS = 10;

export interface ConnectionHandlers {
  /** A reply or input request of the real kernel to a client's message. */
  onReply(channel: DealerChannel, message: Message): void;
  onPublished(message: Message): void;
  /** A message of the real kernel can't be read or handled. */
  onFault(error: unknown): void;
}

interface PendingReply<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** The proxy's connection to the real kernel: passes clients' messages on, and sends requests that clients don't see. */
export class KernelConnection implements HiddenRequests {
  readonly #session = randomUUID();
  readonly #hidden = new Map<string, PendingReply<Message>>();
  readonly #listeners = new Map<string, PendingReply<Content>[]>();
  readonly #always = new Map<string, (content: Content) => void>();
  #channels: Channels | undefined;
  #handlers: ConnectionHandlers | undefined;
  #onProbeIdle: () => void = () => undefined;

  async open(child: Pick<ChildKernel, "connect">, handlers: ConnectionHandlers): Promise<void> {
    this.#handlers = handlers;
    const onFault = (error: unknown): void => handlers.onFault(error);
    this.#channels = await child.connect((channel, message) => {
      try {
        if (channel === "iopub") this.#onPublished(message);
        else this.#onReply(channel, message);
      } catch (error) {
        onFault(error);
      }
    }, onFault);
  }

  send(channel: DealerChannel, message: Message): void {
    const bare = message.identities.length === 0 ? message : message.withIdentities([]);
    Promise.resolve(this.#channels?.send(channel, bare)).catch((error: unknown) =>
      logFault(`cannot send the kernel a message (${message.type})`, error),
    );
  }

  /** Waits until the kernel replies and its publications arrive; those before the subscription are lost. */
  async ready(): Promise<Content> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const published = new Promise<void>((resolve) => (this.#onProbeIdle = resolve));
      const content = await new Promise<Content>((resolve, reject) => {
        const probe = (): void =>
          void this.#ask("kernel_info_request", {}).then((reply) => resolve(reply.content), reject);
        probe();
        timer = setInterval(probe, PROBE_EVERY_MS);
      });
      clearInterval(timer);
      // Only the subscription is missing now, which takes a moment.
      await new Promise<void>((resolve, reject) => {
        void published.then(resolve);
        timer = setInterval(
          () => void this.#ask("kernel_info_request", {}).catch(reject),
          SUBSCRIBED_EVERY_MS,
        );
      });
      return content;
    } finally {
      clearInterval(timer);
    }
  }

  async execute(code: string): Promise<Content> {
    const content = {
      code,
      silent: true,
      store_history: false,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: false,
    };
    return (await this.#ask("execute_request", content)).content;
  }

  control(type: string, content: Content): void {
    const message = createMessage(type, content, this.#session);
    this.#hidden.set(message.id, { resolve: () => undefined, reject: () => undefined });
    this.send("control", message);
  }

  on(type: string, listener: (content: Content) => void): void {
    this.#always.set(type, listener);
  }

  next(type: string, signal?: AbortSignal): Promise<Content> {
    return new Promise((resolve, reject) => {
      const listeners = this.#listeners.get(type) ?? [];
      this.#listeners.set(type, listeners);
      const listener = { resolve, reject };
      listeners.push(listener);
      signal?.addEventListener("abort", () => {
        const at = listeners.indexOf(listener);
        if (at >= 0) listeners.splice(at, 1);
        reject(signal.reason as Error);
      });
    });
  }

  /** Whether a message was published for one of the proxy's own requests. */
  isHidden(message: Message): boolean {
    return message.parentHeader.session === this.#session;
  }

  /** Closes the connection and rejects pending requests. */
  close(reason = new Error("The kernel was shut down")): void {
    this.#channels?.close();
    this.#channels = undefined;
    const waiting = [...this.#hidden.values(), ...[...this.#listeners.values()].flat()];
    this.#hidden.clear();
    this.#listeners.clear();
    this.#always.clear();
    for (const { reject } of waiting) reject(reason);
  }

  #ask(type: string, content: Content): Promise<Message> {
    if (!this.#channels) return Promise.reject(new Error("The kernel is not connected"));
    const message = createMessage(type, content, this.#session);
    return new Promise((resolve, reject) => {
      this.#hidden.set(message.id, { resolve, reject });
      this.send("shell", message);
    });
  }

  #onReply(channel: DealerChannel, message: Message): void {
    const hidden = this.#hidden.get(message.parentId);
    if (!hidden) return this.#handlers?.onReply(channel, message);
    this.#hidden.delete(message.parentId);
    hidden.resolve(message);
  }

  #onPublished(message: Message): void {
    // A private message of our code in the kernel.
    if (message.type.startsWith("svc_")) {
      this.#always.get(message.type)?.(message.content);
      this.#listeners.get(message.type)?.shift()?.resolve(message.content);
      return;
    }
    if (message.type === "status" && this.isHidden(message)) {
      this.#onProbeIdle();
      return;
    }
    this.#handlers?.onPublished(message);
  }
}
