/** Three views of one growable ArrayBuffer; they are replaced when it grows. */
export class ByteSink {
  bytes = new Uint8Array(1 << 16);
  view = new DataView(this.bytes.buffer);
  buffer = Buffer.from(this.bytes.buffer);
  /** Where the next byte goes. */
  pos = 0;

  /** Makes sure that `count` more bytes have room. */
  room(count: number): void {
    if (this.pos + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.pos + count, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.pos));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
    this.buffer = Buffer.from(larger.buffer);
  }

  /** A copy of what is there; the sink is empty then. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.pos);
    this.pos = 0;
    return taken;
  }
}
