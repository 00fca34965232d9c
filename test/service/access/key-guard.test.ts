import { beforeEach, expect, test } from "@jest/globals";
import { KeyGuard } from "../../../src/service/access/key-guard.ts";
import { KeyRing } from "../../../src/service/access/keys.ts";

const ADA = "1/4f1c9a51d27e4b8896aa02c417fd5e60";
const BEN = "2/8d41e07bb3c94f5f9d26107a2ce8f934";
const keys = new KeyRing([
  { key: ADA, permission: "administrator", user_name: "ada" },
  { key: BEN, permission: "query_only", user_name: "ben" },
]);
let nowMs = 0;
let guard: KeyGuard;

beforeEach(() => {
  nowMs = 0;
  guard = new KeyGuard(keys, { wrongKeys: [3, 1], clock: () => nowMs });
});

/** The user, or the kind of the refusal. */
function ask(key: string | null, address: string): string {
  const headers = new Headers(key === null ? {} : { authorization: `TD1 ${key}` });
  try {
    return guard.identify(headers, address).user_name;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

const guesses = (count: number, address: string): string[] =>
  Array.from({ length: count }, (_, i) => ask(`1/guess${i}`, address));

test("beyond the limit an address is answered only for keys that it has used: a right guess looks like a wrong one", () => {
  expect(ask(ADA, "192.0.2.1")).toBe("ada");
  expect(guesses(5, "192.0.2.1")).toEqual([...Array<string>(3).fill("unauthorized"), "too_many", "too_many"]);
  expect([ask(BEN, "192.0.2.1"), ask(ADA, "192.0.2.1")]).toEqual(["too_many", "ada"]);
});

test("other addresses go on, and the address itself after a while", () => {
  guesses(5, "192.0.2.1");
  expect([ask(BEN, "192.0.2.2"), ask(BEN, "192.0.2.1")]).toEqual(["ben", "too_many"]);
  nowMs = 1000;
  expect([ask(BEN, "192.0.2.1"), guesses(2, "192.0.2.1")]).toEqual(["ben", ["unauthorized", "too_many"]]);
});

test("a request without a key is no guess", () => {
  for (let i = 0; i < 10; i++) expect(ask(null, "192.0.2.1")).toBe("unauthorized");
  expect(ask(BEN, "192.0.2.1")).toBe("ben");
});

test("the addresses of one IPv6 network count as one", () => {
  for (const host of ["::1", "::2", ":1::3"]) guesses(1, `2001:db8:0:7${host}`);
  expect(ask(BEN, "2001:db8:0:7:ffff::9")).toBe("too_many");
  expect(ask(BEN, "2001:db8:0:8::9")).toBe("ben");
});
