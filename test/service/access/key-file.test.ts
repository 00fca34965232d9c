import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { KeyFile } from "../../../src/service/access/key-file.ts";
import { KeyRing, loadKeys, readKeys, watchKeys } from "../../../src/service/access/keys.ts";
import { isWindows } from "../../../src/system/system.ts";
import { openTestService, type OpenTestService } from "../../../src/testing/open-test-service.ts";

let folder: string;
let path: string;
let file: KeyFile;
let service: OpenTestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-keys-"));
  path = join(folder, "keys.json");
  file = new KeyFile(path);
  await expect(file.list()).rejects.toThrow("the service, and svclib keys add, make it");
  service = await openTestService({ dataDir: folder, data: { shop: { orders: [{ id: 1 }] } } });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const statusOf = async (key: string, route = "/v3/table/list/shop"): Promise<number> =>
  (await service.app(new Request(`http://svc.test${route}`, { headers: { authorization: `TD1 ${key}` } })))
    .status;

/** Asks until the service has taken the change over. */
async function becomes(key: string, status: number): Promise<void> {
  while ((await statusOf(key)) !== status) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a running service takes over keys that are added, rotated and disabled", async () => {
  const key = await file.add("ada", { permission: "by_database", databases: { shop: "read" } });
  expect(key).toMatch(/^2\/[0-9a-f]{40}$/);
  // Only the key's hash is kept.
  expect(await readFile(path, "utf8")).not.toContain(key.slice(2));
  if (!isWindows) expect((await stat(path)).mode & 0o777).toBe(0o600);
  await becomes(key, 200);
  const next = await file.rotate("ada");
  await becomes(next, 200);
  expect(await statusOf(key)).toBe(401);
  expect(await file.disable("2")).toEqual(["2"]);
  await becomes(next, 401);
  expect((await file.list()).map(({ user_name, disabled }) => [user_name, disabled])).toEqual([
    ["local", undefined],
    ["ada", true],
  ]);
});

test("the service's own clients follow a rotated administrator key", async () => {
  const key = await file.rotate("local");
  await becomes(key, 200);
  expect(await statusOf(service.apikey)).toBe(401);
  for (;;) {
    const { apikey } = JSON.parse(await readFile(join(folder, "service.json"), "utf8")) as { apikey: string };
    if (apikey === key) break;
  }
});

test.each([
  ["nobody", "no key is nobody"],
  ["local", "the last administrator key"],
])("disabling %s is refused", async (which, why) => {
  await expect(file.disable(which)).rejects.toThrow(why);
});

test("a key of several has to be named by its number to be rotated", async () => {
  for (const permission of ["query_only", "administrator"] as const) await file.add("bob", { permission });
  await expect(file.rotate("bob")).rejects.toThrow("bob has 2 keys; name one by its number");
});

test("two changes at the same time are both made", async () => {
  const before = (await file.list()).length;
  await Promise.all(
    ["c1", "c2", "c3"].map((user) => new KeyFile(path).add(user, { permission: "query_only" })),
  );
  const keys = await file.list();
  expect(
    keys
      .slice(before)
      .map(({ user_name }) => user_name)
      .sort(),
  ).toEqual(["c1", "c2", "c3"]);
  expect(new Set(keys.map(({ id, key }) => id ?? key)).size).toBe(keys.length);
});

test("a file that can't be read leaves the keys as they were", async () => {
  const own = join(folder, "own.json");
  const ring = await loadKeys(own);
  const { key } = ring.administrator;
  const faults: unknown[] = [];
  let told: () => void = () => undefined;
  const stop = watchKeys(own, ring, (fault) => (faults.push(fault), told()));
  const changed = new Promise<void>((resolve) => (told = resolve));
  await writeFile(own, "{");
  await changed;
  stop();
  expect(String(faults[0])).toContain("is not JSON");
  expect(ring.find(key)).not.toBeNull();
});

test.each([
  { permission: "by_database", user_name: "a", key: "1/0f1e2d3c4b5a69788796" },
  { permission: "by_database", databases: { shop: "all" }, user_name: "a", key: "1/0f1e2d3c4b5a69788796" },
  { permission: "query_only", databases: { shop: "own" }, user_name: "a", key: "1/0f1e2d3c4b5a69788796" },
  { permission: "query_only", user_name: "a", sha256: "0f", id: "1" },
  { permission: "query_only", user_name: "a", sha256: "0".repeat(64) },
])("an entry of another form is refused: %j", async (entry) => {
  const own = join(folder, "forms.json");
  const admin = { key: "9/0f1e2d3c4b5a69788796", permission: "administrator", user_name: "ops" };
  await writeFile(own, JSON.stringify({ keys: [admin, entry] }));
  await expect(readKeys(own)).rejects.toThrow(`The key file ${own} must hold`);
  expect(new KeyRing([]).users).toEqual([]);
});
