import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { isFull } from "../../../../system/system.ts";
import { IN_FD, OUT_FD } from "./pipe-channel.ts";
import { FrameReader, packFrames, type PipeChannel, type PipeMessage } from "./pipe-frames.ts";
import { uninterrupted } from "../stop/stopper.ts";

const FULL_WAIT_MS = 1;
const { wait } = Atomics;
const clock = new Int32Array(new SharedArrayBuffer(4));

/** The child's end of the pipes to the proxy. */
export class ChildPipe {
  #held: Buffer[] | undefined;

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
      if (this.#held) this.#held.push(packed);
      else this.#write(packed);
    });
  }

  /** Runs `act` and sends its messages in one write, which wakes the proxy once. */
  together(act: () => void): void {
    const held: Buffer[] = [];
    this.#held = held;
    try {
      act();
    } finally {
      this.#held = undefined;
      uninterrupted(() => this.#write(Buffer.concat(held)));
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
