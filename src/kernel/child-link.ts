import { randomUUID } from "node:crypto";
import type { Channels, DealerChannel, Receive } from "./channels.ts";
import type { HiddenRequests } from "./kernels/kernel-adapter.ts";
import type { Content, Message } from "./message.ts";
import { createMessage } from "./message.ts";

const PROBE_EVERY_MS = 50;
const SUBSCRIBED_EVERY_MS = 10;

export interface LinkHandlers {
  /** A reply or an input request of the real kernel's to a message of a client's. */
  onReply(channel: DealerChannel, message: Message): void;
  onPublished(message: Message): void;
}

interface Hidden {
  readonly resolve: (reply: Message) => void;
}

/** The proxy's connection to the real kernel: passes clients' messages on, and sends requests of its own that clients do not see. */
export class ChildLink implements HiddenRequests {
  readonly #isPrivate: (message: Message) => boolean;
  readonly #session = randomUUID();
  readonly #hidden = new Map<string, Hidden>();
  readonly #listeners = new Map<string, ((content: Content) => void)[]>();
  #channels: Channels | undefined;
  #handlers: LinkHandlers | undefined;
  #onProbeIdle: () => void = () => undefined;

  /** @param isPrivate - Whether a published message is for this side alone. */
  constructor(isPrivate: (message: Message) => boolean) {
    this.#isPrivate = isPrivate;
  }

  async open(connect: (receive: Receive) => Promise<Channels>, handlers: LinkHandlers): Promise<void> {
    this.#handlers = handlers;
    this.#channels = await connect((channel, message) => {
      if (channel === "iopub") this.#onPublished(message);
      else this.#onReply(channel, message);
    });
  }

  send(channel: DealerChannel, message: Message): void {
    void this.#channels?.send(
      channel,
      message.identities.length === 0 ? message : message.withIdentities([]),
    );
  }

  /** Waits until the real kernel answers and what it publishes arrives: what it publishes before may get lost. */
  async ready(): Promise<Content> {
    const published = new Promise<void>((resolve) => (this.#onProbeIdle = resolve));
    const replied = new Promise<Content>((resolve) => {
      const probe = (): void => {
        void this.#ask("kernel_info_request", {}).then(({ content }) => resolve(content));
      };
      probe();
      const timer = setInterval(probe, PROBE_EVERY_MS);
      void published.then(() => clearInterval(timer));
    });
    const content = await replied;
    // From here on only the subscription is waited for, which takes a moment.
    const timer = setInterval(() => void this.#ask("kernel_info_request", {}), SUBSCRIBED_EVERY_MS);
    await published;
    clearInterval(timer);
    return content;
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
    this.#hidden.set(message.id, { resolve: () => undefined });
    this.send("control", message);
  }

  next(type: string, signal?: AbortSignal): Promise<Content> {
    return new Promise((resolve, reject) => {
      const listeners = this.#listeners.get(type) ?? [];
      this.#listeners.set(type, listeners);
      listeners.push(resolve);
      signal?.addEventListener("abort", () => {
        const at = listeners.indexOf(resolve);
        if (at >= 0) listeners.splice(at, 1);
        reject(signal.reason as Error);
      });
    });
  }

  /** Whether a published message was caused by a request of this side. */
  isHidden(message: Message): boolean {
    return message.parentHeader.session === this.#session;
  }

  close(): void {
    this.#channels?.close();
  }

  #ask(type: string, content: Content): Promise<Message> {
    const message = createMessage(type, content, this.#session);
    return new Promise((resolve) => {
      this.#hidden.set(message.id, { resolve });
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
    if (this.#isPrivate(message)) {
      this.#listeners.get(message.type)?.shift()?.(message.content);
      return;
    }
    if (message.type === "status" && this.isHidden(message)) {
      this.#onProbeIdle();
      return;
    }
    this.#handlers?.onPublished(message);
  }
}
