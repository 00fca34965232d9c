import { randomUUID } from "node:crypto";
import { channelAddress, type ConnectionInfo } from "./connection-file.ts";
import type { DealerChannel } from "./channels.ts";
import { logFault } from "../log-fault.ts";
import { createMessage, encodeMessage, type Content, type Message } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { Signer } from "./signer.ts";
import type { Publisher, Reply, Router } from "./sockets.ts";
import { loadZmq, RECEIVE_OPTIONS, receiveMessages, SEND_OPTIONS } from "./sockets.ts";

/** A kernel's five sockets for clients. Malformed and wrongly signed messages are dropped. */
export class ServerSockets {
  readonly #session = randomUUID();
  readonly #signer: Signer;
  readonly #routers: Readonly<Record<DealerChannel, Router>>;
  readonly #outboxes: Readonly<Record<DealerChannel | "iopub", Outbox>>;
  readonly #iopub: Publisher;
  readonly #heartbeat: Reply;
  /** Requests handled beside the running cell. */
  #besideCell: Message[] = [];
  #clients = 0;
  #wasServed = false;

  private constructor(
    info: ConnectionInfo,
    routers: Record<DealerChannel, Router>,
    iopub: Publisher,
    heartbeat: Reply,
  ) {
    this.#signer = new Signer(info.key, info.signature_scheme);
    this.#routers = routers;
    this.#iopub = iopub;
    this.#heartbeat = heartbeat;
    this.#outboxes = {
      shell: new Outbox(routers.shell),
      control: new Outbox(routers.control),
      stdin: new Outbox(routers.stdin),
      iopub: new Outbox(iopub),
    };
  }

  running: () => Message | undefined = () => undefined;

  static async bind(
    info: ConnectionInfo,
    receive: (channel: DealerChannel, message: Message) => void,
  ): Promise<ServerSockets> {
    const { Publisher, Reply, Router } = await loadZmq();
    // A client that reconnects with the identity of an earlier one, as Jupyter does, replaces it.
    const options = { ...SEND_OPTIONS, ...RECEIVE_OPTIONS, handover: true };
    const routers = { shell: new Router(options), control: new Router(options), stdin: new Router(options) };
    const sockets = new ServerSockets(info, routers, new Publisher(SEND_OPTIONS), new Reply({ linger: 0 }));
    const log = (error: unknown): void => logFault("a socket for clients has failed", error);
    // Before they are bound: a client that already waits connects at once.
    sockets.#countClients().catch(log);
    await Promise.all([
      sockets.#iopub.bind(channelAddress(info, "iopub")),
      sockets.#heartbeat.bind(channelAddress(info, "hb")),
      ...(["shell", "control", "stdin"] as const).map((name) =>
        routers[name].bind(channelAddress(info, name)),
      ),
    ]);
    sockets.#beat().catch(log);
    for (const channel of ["shell", "control", "stdin"] as const)
      void receiveMessages(routers[channel], sockets.#signer, "a client", (message) =>
        receive(channel, message),
      );
    return sockets;
  }

  /** Number of clients connected to the shell channel. */
  get clients(): number {
    return this.#clients;
  }

  /** Whether a client was ever connected to it. */
  get wasServed(): boolean {
    return this.#wasServed;
  }

  /**
   * Sends a message to the client with its identities, or to all. JupyterLab drops messages whose session differs from the newest message's,
   * so the real kernel's messages carry ours.
   */
  send(channel: DealerChannel | "iopub", message: Message): void {
    this.#outboxes[channel]
      .send(encodeMessage(message.withSession(this.#session), this.#signer))
      .catch((error: unknown) => logFault(`cannot send clients a message (${message.type})`, error));
  }

  reply(channel: DealerChannel, request: Message, content: Content): void {
    const type = request.type.replace(/_request$/, "_reply");
    this.send(channel, createMessage(type, content, this.#session, request));
  }

  /** Replies to a request, between busy and idle. */
  answer(channel: DealerChannel, request: Message, content: Content): void {
    this.whileBusy(request, () => this.reply(channel, request, content));
  }

  whileBusy(request: Message, act: () => void): void {
    this.emit("status", { execution_state: "busy" }, request);
    act();
    this.emit("status", { execution_state: "idle" }, request);
    const running = this.running();
    // Frontends show the latest status, whatever request it belongs to.
    if (running !== undefined) this.emit("status", { execution_state: "busy" }, running);
  }

  /** Handles a request that nobody waits for, without showing the kernel as busy. Its idle status comes after the running cell's. */
  besideCells(request: Message, act: () => void): void {
    act();
    if (this.running() === undefined) this.emit("status", { execution_state: "idle" }, request);
    else this.#besideCell.push(request);
  }

  endCell(request: Message): void {
    for (const one of [request, ...this.#besideCell]) this.emit("status", { execution_state: "idle" }, one);
    this.#besideCell = [];
  }

  /** Publishes a message of the real kernel. */
  publish(message: Message): void {
    this.send("iopub", message.withIdentities([Buffer.from(message.type)]));
  }

  /** Publishes a message of our own; `parent` is the request that caused it. */
  emit(type: string, content: Content, parent?: Message): void {
    this.publish(createMessage(type, content, this.#session, parent));
  }

  /** Closes the sockets once all messages are sent. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#outboxes).map((outbox) => outbox.drained()));
    for (const socket of [...Object.values(this.#routers), this.#iopub, this.#heartbeat]) socket.close();
  }

  /** By async iteration, because zeromq's event emitter works only for its first loader in a process. */
  async #countClients(): Promise<void> {
    for await (const { type } of this.#routers.shell.events) {
      if (type === "accept") {
        this.#clients += 1;
        this.#wasServed = true;
      } else if (type === "disconnect") this.#clients -= 1;
    }
  }

  async #beat(): Promise<void> {
    for await (const frames of this.#heartbeat) await this.#heartbeat.send(frames);
  }
}
