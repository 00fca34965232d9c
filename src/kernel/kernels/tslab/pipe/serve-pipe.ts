import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { decodeMessage, encodeMessage, type Message } from "../../../wire/message.ts";
import { Signer } from "../../../wire/signer.ts";
import { isFull } from "../../../../system/system.ts";
import { IN_FD, OUT_FD, unsigned } from "./pipe-channel.ts";
import { FrameReader, packFrames, type PipeChannel, type PipeMessage } from "./pipe-frames.ts";
import { uninterrupted } from "../stop/stopper.ts";
import type { CellHandler, ServerSocket, TslabModules, ZmqServer } from "../tslab-internals.ts";

// Captured early, because cells may replace globals.
const { parse, stringify } = JSON;

const FULL_WAIT_MS = 1;
const { wait } = Atomics;
const clock = new Int32Array(new SharedArrayBuffer(4));

/** tslab insists on signatures, whatever the key. */
const TSLAB_KEY = "svclib";
const tslabSigner = new Signer(TSLAB_KEY);

export interface PipeHandlers {
  readonly onCell: (request: Message, handler: CellHandler) => void;
  readonly onNotice: (message: unknown) => void;
  /** The proxy is gone. */
  readonly onEnd: () => void;
}

export interface ServedPipe {
  /** @param message - Creates the message. */
  send(channel: "iopub" | "shell", message: () => Message): void;
  notify(message: object): void;
  /** Runs `act` and sends its messages in one write. */
  together(act: () => void): void;
}

/** Makes tslab serve the pipe instead of ZeroMQ sockets, on which it loses messages: it awaits neither binding nor sending. */
export function servePipe({ jupyter }: TslabModules, { onCell, onNotice, onEnd }: PipeHandlers): ServedPipe {
  let server: ZmqServer | undefined;
  const pipe = new ChildPipe(({ channel, frames }) => {
    if (channel === "svc") return onNotice(parse(String(frames[0])));
    if (!server) return;
    const message = uninterrupted(() => decodeMessage(frames, unsigned));
    // Bypasses tslab's message handling, whose signatures take longer than the pipe.
    if (message.type === "execute_request") return onCell(message, server.handler);
    const socket = channel === "control" ? server.control : server.shell;
    void server.handleShellMessage(socket, ...encodeMessage(message, tslabSigner));
  }, onEnd);
  const socket = (channel: "shell" | "control" | "iopub"): ServerSocket => ({
    send: (frames) => pipe.send(channel, () => frames),
    close: () => undefined,
  });
  const serve = (started: ZmqServer): void => void (server = started);
  jupyter.ZmqServer.prototype.init = function () {
    this.connInfo = { key: TSLAB_KEY };
    this.iopub = socket("iopub");
    this.shell = socket("shell");
    this.control = socket("control");
    // Unused: tslab never asks for input, and the proxy answers heartbeats.
    this.stdin = this.hb = { send: () => undefined, close: () => undefined };
    serve(this);
    return Promise.resolve();
  };
  return {
    send: (channel, message) => pipe.send(channel, () => encodeMessage(message(), unsigned)),
    notify: (message) => pipe.send("svc", () => [stringify(message)]),
    together: (act) => pipe.together(act),
  };
}

/** The child's end of the pipes to the proxy. */
class ChildPipe {
  #batch: Buffer[] | undefined;

  /** @param onEnd - Called when the proxy is gone. */
  constructor(receive: (message: PipeMessage) => void, onEnd: () => void) {
    const reader = new FrameReader();
    const socket = new Socket({ fd: IN_FD, readable: true, writable: false });
    socket.on("data", (piece: Buffer) => {
      // Handling a message may run a cell's code, so only the parsing is protected.
      const messages = uninterrupted(() => reader.push(piece));
      for (let i = 0; i < messages.length; i++) receive(messages[i] as PipeMessage);
    });
    socket.on("error", onEnd);
    socket.on("close", onEnd);
  }

  /** Encodes and writes a message synchronously: output appears while a cell computes, and nothing is lost if the cell ends the process. */
  send(channel: PipeChannel, frames: () => readonly (Buffer | string)[]): void {
    uninterrupted(() => {
      const packed = packFrames(channel, frames());
      if (this.#batch) this.#batch.push(packed);
      else this.#write(packed);
    });
  }

  /** Runs `act` and sends its messages in one write, which wakes the proxy once. */
  together(act: () => void): void {
    const batch: Buffer[] = [];
    this.#batch = batch;
    try {
      act();
    } finally {
      this.#batch = undefined;
      uninterrupted(() => this.#write(Buffer.concat(batch)));
    }
  }

  #write(packed: Buffer): void {
    for (let offset = 0; offset < packed.length;) {
      try {
        offset += writeSync(OUT_FD, packed, offset);
      } catch (error) {
        // The proxy is gone; the end of the pipe reports it too.
        if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
        if (!isFull(error)) throw error;
        // The pipe is full until the proxy reads.
        wait(clock, 0, 0, FULL_WAIT_MS);
      }
    }
  }
}
