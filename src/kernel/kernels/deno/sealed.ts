import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A new key, base64. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString("base64");

/** Encrypts a value. Needed because every user of the machine can receive what Deno's kernel publishes. */
export function seal(key: string, value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64"), iv);
  const text = [cipher.update(JSON.stringify(value), "utf8"), cipher.final()];
  return Buffer.concat([iv, ...text, cipher.getAuthTag()]).toString("base64");
}

/** @throws Error unless the value was sealed with the key. */
export function unseal(key: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, "base64");
  const cipher = createDecipheriv(CIPHER, Buffer.from(key, "base64"), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = [cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()];
  return JSON.parse(Buffer.concat(text).toString("utf8"));
}
