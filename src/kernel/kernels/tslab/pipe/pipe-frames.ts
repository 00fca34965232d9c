import { Buffer } from "node:buffer";

/** Channels on the pipe between the proxy and its tslab child: Jupyter's, and `svc` for our own JSON messages. */
export type PipeChannel = "shell" | "control" | "iopub" | "svc";

const CHANNELS: readonly PipeChannel[] = ["shell", "control", "iopub", "svc"];

export interface PipeMessage {
  readonly channel: PipeChannel;
  readonly frames: readonly Buffer[];
}

const LENGTH_BYTES = 4;
/** Length of the rest, then the channel. */
const HEAD_BYTES = LENGTH_BYTES + 1;

/** Encodes a message: length, channel, then each frame after its length; lengths are 32-bit big-endian. */
export function packFrames(channel: PipeChannel, frames: readonly (Buffer | string)[]): Buffer {
  const pieces = frames.map((frame) => (typeof frame === "string" ? Buffer.from(frame) : frame));
  const length = pieces.reduce((sum, piece) => sum + LENGTH_BYTES + piece.length, HEAD_BYTES);
  const packed = Buffer.allocUnsafe(length);
  packed.writeUInt32BE(length - LENGTH_BYTES, 0);
  packed.writeUInt8(CHANNELS.indexOf(channel), LENGTH_BYTES);
  let offset = HEAD_BYTES;
  for (const piece of pieces) {
    offset = packed.writeUInt32BE(piece.length, offset);
    offset += piece.copy(packed, offset);
  }
  return packed;
}

function unpack(packed: Buffer): PipeMessage {
  const channel = CHANNELS[packed.readUInt8(0)];
  if (!channel) throw new Error(`Unknown channel ${packed.readUInt8(0)} on the pipe to tslab`);
  const frames: Buffer[] = [];
  for (let offset = 1; offset < packed.length;) {
    const start = offset + LENGTH_BYTES;
    offset = start + packed.readUInt32BE(offset);
    frames.push(packed.subarray(start, offset));
  }
  return { channel, frames };
}

/** Parses messages from a stream of bytes in arbitrary chunks. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** @returns the messages that this chunk completes. */
  push(piece: Buffer): PipeMessage[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    const messages: PipeMessage[] = [];
    for (let next = this.#nextLength(); next !== null && this.#length >= next; next = this.#nextLength()) {
      const whole = this.#pieces.length === 1 ? (this.#pieces[0] ?? piece) : Buffer.concat(this.#pieces);
      messages.push(unpack(whole.subarray(LENGTH_BYTES, next)));
      this.#pieces = [whole.subarray(next)];
      this.#length -= next;
    }
    return messages;
  }

  /** Total bytes of the first message; null while unknown. */
  #nextLength(): number | null {
    if (this.#length < LENGTH_BYTES) return null;
    const [first = Buffer.alloc(0)] = this.#pieces;
    if (first.length < LENGTH_BYTES) this.#pieces = [Buffer.concat(this.#pieces)];
    return LENGTH_BYTES + (this.#pieces[0]?.readUInt32BE(0) ?? 0);
  }
}
