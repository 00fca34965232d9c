import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs and verifies the four JSON frames of a message. With an empty key messages are unsigned. */
export class Signer {
  readonly #algorithm: string;
  readonly #key: string;

  /** @param scheme - `hmac-` and a digest name, as in the connection file. */
  constructor(key: string, scheme = "hmac-sha256") {
    if (!scheme.startsWith("hmac-"))
      throw new Error(`Unknown signature scheme ${scheme}; expected hmac-sha256`);
    this.#algorithm = scheme.slice("hmac-".length);
    this.#key = key;
  }

  sign(frames: readonly Buffer[]): Buffer {
    if (this.#key === "") return Buffer.alloc(0);
    const hmac = createHmac(this.#algorithm, this.#key);
    for (const frame of frames) hmac.update(frame);
    return Buffer.from(hmac.digest("hex"), "latin1");
  }

  verify(signature: Buffer, frames: readonly Buffer[]): boolean {
    if (this.#key === "") return true;
    const expected = this.sign(frames);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
}
