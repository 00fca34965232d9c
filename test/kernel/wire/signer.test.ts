import { expect, test } from "@jest/globals";
import { Signer } from "../../../src/kernel/wire/signer.ts";

test("signs like RFC 4231, test case 2", () => {
  const signature = new Signer("Jefe").sign([Buffer.from("what do ya want "), Buffer.from("for nothing?")]);
  expect(signature.toString()).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});

test("accepts other digests, and names an unknown scheme", () => {
  expect(new Signer("k", "hmac-sha1").sign([Buffer.from("x")])).toHaveLength(40);
  expect(() => new Signer("k", "rsa")).toThrow("Unknown signature scheme rsa; expected hmac-sha256");
});
