import type { Readable, Writable } from "node:stream";
import type { Channels, Receive } from "../../../wire/channels.ts";
import { decodeMessage, encodeMessage, type Message } from "../../../wire/message.ts";
import { unsigned, type FromChild, type ToChild } from "./pipe-channel.ts";
import { FrameReader, packFrames, type PipeMessage } from "./pipe-frames.ts";

/** The proxy's end of the pipes to its tslab child. */
export class ProxyPipe implements Channels {
  readonly #to: Writable;
  readonly #from: Readable;
  #receive: Receive = () => undefined;
  #onFault: (error: unknown) => void = () => undefined;
  #onNotice: (message: FromChild) => void = () => undefined;

  constructor(to: Writable, from: Readable) {
    this.#to = to;
    this.#from = from;
    const reader = new FrameReader();
    from.on("data", (piece: Buffer) => {
      try {
        for (const message of reader.push(piece)) this.#take(message);
      } catch (error) {
        // Message boundaries are lost: close the pipe, which ends the child.
        this.#onFault(error);
        this.close();
      }
    });
    // The child has exited; its exit event handles that.
    for (const stream of [to, from]) stream.on("error", () => undefined);
  }

  /** @param onFault - Receives errors about messages that can't be read. */
  onMessage(receive: Receive, onFault: (error: unknown) => void): void {
    this.#receive = receive;
    this.#onFault = onFault;
  }

  onClose(listener: () => void): void {
    this.#from.once("close", listener);
  }

  onNotice(listener: (message: FromChild) => void): void {
    this.#onNotice = listener;
  }

  send(channel: "shell" | "control" | "stdin", message: Message): void {
    // tslab never asks for input.
    if (channel !== "stdin") this.#to.write(packFrames(channel, encodeMessage(message, unsigned)));
  }

  notify(message: ToChild): void {
    this.#to.write(packFrames("svc", [JSON.stringify(message)]));
  }

  close(): void {
    this.#to.destroy();
    this.#from.destroy();
  }

  #take({ channel, frames }: PipeMessage): void {
    try {
      if (channel === "svc") this.#onNotice(JSON.parse(String(frames[0])) as FromChild);
      else this.#receive(channel, decodeMessage(frames, unsigned));
    } catch (error) {
      this.#onFault(error);
    }
  }
}
