/** A growable ArrayBuffer with three views, which are replaced when it grows. */
export class ByteSink {
  bytes = new Uint8Array(1 << 16);
  view = new DataView(this.bytes.buffer);
  buffer = Buffer.from(this.bytes.buffer);
  /** Offset of the next byte. */
  pos = 0;

  /** Ensures capacity for `count` more bytes. */
  room(count: number): void {
    if (this.pos + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.pos + count, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.pos));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
    this.buffer = Buffer.from(larger.buffer);
  }

  /** Returns a copy of the bytes and empties the sink. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.pos);
    this.pos = 0;
    return taken;
  }
}
