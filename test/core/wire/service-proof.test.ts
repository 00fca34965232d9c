import { expect, test } from "@jest/globals";
import { isProof, NONCE, serviceProof } from "../../../src/core/wire/service-proof.ts";

const nonce = "0123456789abcdef".repeat(2);
const proof = serviceProof("secret", nonce, "http://127.0.0.1:8190");

test("the proof is a code of 64 digits, of the secret, the nonce and the address", () => {
  expect(proof).toMatch(/^[0-9a-f]{64}$/);
  expect(isProof(proof, serviceProof("secret", nonce, "http://127.0.0.1:8190"))).toBe(true);
  for (const other of [
    serviceProof("secrets", nonce, "http://127.0.0.1:8190"),
    serviceProof("secret", nonce.replace("0", "1"), "http://127.0.0.1:8190"),
    serviceProof("secret", nonce, "http://127.0.0.1:8191"),
    "",
    proof.slice(1),
  ])
    expect(isProof(other, proof)).toBe(false);
});

test.each<[string, boolean]>([
  [nonce, true],
  ["00".repeat(64), true],
  ["00".repeat(65), false],
  [nonce.slice(2), false],
  [nonce.slice(1), false],
  [nonce.toUpperCase(), false],
  [`${nonce}\n`, false],
])("nonce %j: %s", (text, isNonce) => {
  expect(NONCE.test(text)).toBe(isNonce);
});
