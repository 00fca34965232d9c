import { expect, test } from "@jest/globals";
import { ByteAccount } from "../../../src/service/limits/byte-account.ts";

const LIMITS = { user: { each: 100, all: 250 } };

test("an owner has its limit, and all owners together have one", () => {
  const account = new ByteAccount(LIMITS);
  const claims = ["ada", "ada", "ben", "cay"].map((name) => account.claim("user", name));
  claims[0]!.add(60);
  expect(() => claims[1]!.add(41)).toThrow("take all the memory that the service has for them");
  claims[1]!.add(40);
  claims[2]!.add(100);
  expect(() => claims[3]!.add(51)).toThrow("try again later");
  expect(account.sums).toEqual({ address: 0, user: 200, jobs: 0 });
  claims[0]!.release();
  claims[3]!.add(51);
  expect(account.sums.user).toBe(191);
});

test("what is alone may exceed its owner's limit, but not that of all", () => {
  const claim = new ByteAccount(LIMITS).claim("user", "ada");
  claim.add(150);
  claim.add(90);
  expect(() => claim.add(11)).toThrow(expect.objectContaining({ kind: "too_large" }));
});

test("an owner that is over its limit by force shuts out itself alone", () => {
  const account = new ByteAccount(LIMITS);
  const reply = account.claim("user", "ada");
  reply.add(60);
  reply.set(900);
  expect(() => account.claim("user", "ada").add(1)).toThrow("take all the memory");
  account.claim("user", "ben").add(100);
  expect(account.sums.user).toBe(200);
  reply.set(30);
  expect(account.sums.user).toBe(130);
  reply.release();
  expect(account.sums.user).toBe(100);
});

test("what is released counts no more, also if it is added to later", () => {
  const account = new ByteAccount(LIMITS);
  const claim = account.claim("user", "ada");
  claim.add(70);
  claim.release();
  claim.add(70);
  claim.set(70);
  claim.release();
  expect(account.sums.user).toBe(0);
});

test("bytes move from the address to the user", () => {
  const account = new ByteAccount(LIMITS);
  const claim = account.claim("address", "192.0.2.1");
  claim.add(30);
  claim.moveTo("ada");
  expect(account.sums).toEqual({ address: 0, user: 30, jobs: 0 });
  claim.part().add(5);
  claim.release();
  expect(account.sums).toEqual({ address: 0, user: 5, jobs: 0 });
});

test("what was offered goes when it is needed: the owner's own first, oldest first", () => {
  const account = new ByteAccount(LIMITS);
  const gone: string[] = [];
  const offered = (user: string, name: string): void => {
    const claim = account.claim("user", user);
    claim.add(40);
    claim.offer(() => gone.push(name));
  };
  offered("ben", "ben 1");
  offered("ada", "ada 1");
  offered("ada", "ada 2");
  account.claim("user", "ada").add(50);
  expect(gone).toEqual(["ada 1"]);
  account.claim("user", "cay").add(100);
  account.claim("user", "dan").add(20);
  expect([gone, account.sums.user]).toEqual([["ada 1"], 250]);
  account.claim("user", "dan").add(20);
  expect([gone, account.sums.user]).toEqual([["ada 1", "ben 1"], 230]);
});

test("what is there already is counted whatever the limits", () => {
  const account = new ByteAccount(LIMITS);
  const pages = account.claim("user", "ada");
  pages.set(120);
  expect([pages.isFull, account.claim("user", "ben").isFull]).toEqual([true, false]);
  expect(() => account.claim("user", "ada").add(1)).toThrow("try again later");
  pages.set(10);
  account.claim("user", "ada").add(1);
});
