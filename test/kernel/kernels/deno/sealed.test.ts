import { expect, test } from "@jest/globals";
import { newKey, seal, unseal } from "../../../../src/kernel/kernels/deno/sealed.ts";

test.each([null, "", "é 日本 😀", { began: { id: "1", headers: { authorization: "TD1 1/k" } } }, [1, "x"]])(
  "%j comes out as it went in, and can't be read on the way",
  (value) => {
    const key = newKey();
    const sealed = seal(key, value);
    expect(sealed).not.toBe(seal(key, value));
    expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("authorization");
    expect(unseal(key, sealed)).toEqual(value);
  },
);

test("what another key sealed, or somebody changed, is refused", () => {
  const key = newKey();
  const bytes = Buffer.from(seal(key, { over: "1" }), "base64");
  expect(() => unseal(newKey(), bytes.toString("base64"))).toThrow();
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => unseal(key, changed.toString("base64"))).toThrow();
  }
  for (const short of ["", "AAAA", bytes.subarray(0, 20).toString("base64")])
    expect(() => unseal(key, short)).toThrow();
});
