import { createHmac, randomUUID } from "node:crypto";
import type { KernelMessage } from "@jupyterlab/services";
import { Dealer, Subscriber } from "zeromq";
import {
  type Channel,
  channelAddress,
  type ConnectionInfo,
} from "../../../src/kernel/wire/connection-file.ts";

type Channels = "shell" | "control" | "stdin" | "iopub";

const DELIMITER = "<IDS|MSG>";
const UNLIMITED = { receiveHighWaterMark: 0, maxMessageSize: -1 };

/**
 * Replaces the WebSocket of JupyterLab's KernelConnection by the kernel's ZeroMQ sockets, as VS Code's Jupyter extension does.
 * Messages pass as objects. The extension adds fields that a kernel omits, this class does not.
 */
export class RawSocket {
  readonly protocol = "";
  onopen: (event: object) => void = () => undefined;
  onmessage: (event: { readonly data: KernelMessage.IMessage }) => void = () => undefined;
  /** Whether a message came on iopub: what a kernel publishes before its socket has read the subscription is lost. */
  isSubscribed = false;
  readonly #connection: ConnectionInfo;
  readonly #sockets: Readonly<Record<Channels, Dealer | Subscriber>>;

  constructor(connection: ConnectionInfo) {
    this.#connection = connection;
    const options = { ...UNLIMITED, sendHighWaterMark: 0, routingId: randomUUID() };
    const iopub = new Subscriber(UNLIMITED);
    const sockets = {
      iopub,
      shell: new Dealer(options),
      control: new Dealer(options),
      stdin: new Dealer(options),
    };
    this.#sockets = sockets;
    for (const [channel, socket] of Object.entries(sockets)) {
      socket.connect(channelAddress(connection, channel as Channel));
      void this.#receive(channel as Channels, socket);
    }
    iopub.subscribe();
  }

  /** Called by KernelConnection. */
  send(message: KernelMessage.IMessage): void {
    const parts = [message.header, message.parent_header, message.metadata, message.content];
    const frames = parts.map((part) => JSON.stringify(part));
    void (this.#sockets[message.channel] as Dealer).send([DELIMITER, this.#sign(frames), ...frames]);
  }

  close(): void {
    for (const socket of Object.values(this.#sockets)) socket.close();
  }

  async #receive(channel: Channels, socket: AsyncIterable<Buffer[]>): Promise<void> {
    for await (const frames of socket) {
      const at = frames.findIndex((frame) => frame.toString() === DELIMITER);
      const [signature, ...parts] = frames.slice(at + 1).map(String);
      if (signature !== this.#sign(parts.slice(0, 4)))
        throw new Error(`A message on ${channel} is signed wrongly`);
      if (channel === "iopub") this.isSubscribed = true;
      const [header, parent_header, metadata, content] = parts.map((part) => JSON.parse(part) as object);
      this.onmessage({ data: { channel, header, parent_header, metadata, content, buffers: [] } as never });
    }
  }

  #sign(frames: readonly string[]): string {
    return createHmac("sha256", this.#connection.key).update(frames.join("")).digest("hex");
  }
}
