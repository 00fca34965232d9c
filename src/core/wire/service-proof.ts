import { createHmac, timingSafeEqual } from "node:crypto";

/** Where a local service answers a challenge, without a key: `GET /v3/system/challenge?nonce=<nonce>`. */
export const CHALLENGE_PATH = "/v3/system/challenge";

/** Header of the answer, which has no body. */
export const PROOF_HEADER = "x-svc-proof";

/** 16 to 64 bytes in hexadecimal digits. */
export const NONCE = /^(?:[0-9a-f]{2}){16,64}$/;

/**
 * How a local service proves that it is this user's: by a secret that only this user can read.
 *
 * @param url - Where the service listens, as its `service.json` says: a proof that was got from it elsewhere is of no use.
 */
export function serviceProof(secret: string, nonce: string, url: string): string {
  return createHmac("sha256", secret).update(`svclib service\n${nonce}\n${url}`).digest("hex");
}

/** Compares without telling by the time it takes where two proofs differ. */
export function isProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
