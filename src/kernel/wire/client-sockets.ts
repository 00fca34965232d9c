import { randomUUID } from "node:crypto";
import type { Channels, DealerChannel, Receive } from "./channels.ts";
import { channelAddress, type ConnectionInfo } from "./connection-file.ts";
import { encodeMessage, type Message } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { Signer } from "./signer.ts";
import type { Dealer, Subscriber } from "./sockets.ts";
import { loadZmq, RECEIVE_OPTIONS, receiveMessages, SEND_OPTIONS } from "./sockets.ts";

const RECONNECT_EVERY_MS = 10;

/** A client's four sockets. Malformed and wrongly signed messages are dropped. */
export class ClientSockets implements Channels {
  readonly #signer: Signer;
  readonly #dealers: Readonly<Record<DealerChannel, Dealer>>;
  readonly #outboxes: Readonly<Record<DealerChannel, Outbox>>;
  readonly #iopub: Subscriber;

  private constructor(info: ConnectionInfo, dealers: Record<DealerChannel, Dealer>, iopub: Subscriber) {
    this.#signer = new Signer(info.key, info.signature_scheme);
    this.#dealers = dealers;
    this.#iopub = iopub;
    this.#outboxes = {
      shell: new Outbox(dealers.shell),
      control: new Outbox(dealers.control),
      stdin: new Outbox(dealers.stdin),
    };
  }

  /** Connects even if no kernel listens yet; messages are queued until then. `onMalformed` is called for each message that is dropped. */
  static async connect(
    info: ConnectionInfo,
    receive: Receive,
    onMalformed?: () => void,
  ): Promise<ClientSockets> {
    const { Dealer, Subscriber } = await loadZmq();
    const shared = { ...RECEIVE_OPTIONS, linger: 0, reconnectInterval: RECONNECT_EVERY_MS };
    // Kernels send input requests to the identity that they know from shell. Never set `immediate`: it drops received but unread
    // messages when the peer goes.
    const options = { ...SEND_OPTIONS, ...shared, routingId: randomUUID() };
    const dealers = { shell: new Dealer(options), control: new Dealer(options), stdin: new Dealer(options) };
    const iopub = new Subscriber(shared);
    const sockets = new ClientSockets(info, dealers, iopub);
    iopub.subscribe();
    iopub.connect(channelAddress(info, "iopub"));
    const receiveFrom = (socket: Dealer | Subscriber, channel: DealerChannel | "iopub"): void =>
      void receiveMessages(
        socket,
        sockets.#signer,
        "the kernel",
        (message) => receive(channel, message),
        onMalformed,
      );
    receiveFrom(iopub, "iopub");
    for (const channel of ["shell", "control", "stdin"] as const) {
      dealers[channel].connect(channelAddress(info, channel));
      receiveFrom(dealers[channel], channel);
    }
    return sockets;
  }

  send(channel: DealerChannel, message: Message): Promise<void> {
    return this.sendFrames(channel, encodeMessage(message, this.#signer));
  }

  sendFrames(channel: DealerChannel, frames: Buffer[]): Promise<void> {
    return this.#outboxes[channel].send(frames);
  }

  close(): void {
    for (const socket of [...Object.values(this.#dealers), this.#iopub]) socket.close();
  }
}
