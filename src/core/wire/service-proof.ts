import { createHmac, timingSafeEqual } from "node:crypto";

/** Challenge route of a local service, without a key: `GET /v3/system/challenge?nonce=<nonce>`. */
export const CHALLENGE_PATH = "/v3/system/challenge";

/** Header of the reply, which has no body. */
export const PROOF_HEADER = "x-svc-proof";

/** 16 to 64 bytes as hexadecimal digits. */
export const NONCE = /^(?:[0-9a-f]{2}){16,64}$/;

/**
 * Proof that a local service is this user's, by a secret that only this user can read.
 *
 * @param url - The service's URL in `service.json`, so that a proof relayed from another address is invalid.
 */
export function serviceProof(secret: string, nonce: string, url: string): string {
  return createHmac("sha256", secret).update(`svclib service\n${nonce}\n${url}`).digest("hex");
}

/** Compares in constant time. */
export function isProof(proof: string, expected: string): boolean {
  const [a, b] = [Buffer.from(proof), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
