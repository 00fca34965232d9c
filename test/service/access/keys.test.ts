import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadKeys } from "../../../src/service/access/keys.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-keys-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("the first start creates an administrator key, later starts read it", async () => {
  const path = join(folder, "keys.json");
  const key = (await loadKeys(path)).administrator;
  expect(key).toMatchObject({ key: expect.stringMatching(/^1\/[0-9a-f]{40}$/), permission: "administrator" });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const before = await readFile(path, "utf8");
  expect((await loadKeys(path)).administrator).toEqual(key);
  expect(await readFile(path, "utf8")).toBe(before);
});

test("a key file readable by others is made private", async () => {
  const path = join(folder, "wide.json");
  const keys = [{ key: "1/0f1e2d3c4b5a6978aa", permission: "administrator", user_name: "a" }];
  await writeFile(path, JSON.stringify({ keys }), { mode: 0o644 });
  await loadKeys(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("keys added by hand are valid", async () => {
  const path = join(folder, "more.json");
  const keys = [
    { key: "1/0f1e2d3c4b5a6978aa", permission: "administrator", user_name: "a" },
    { key: "2/0f1e2d3c4b5a6978bb", permission: "query_only", user_name: "b" },
  ];
  await writeFile(path, JSON.stringify({ keys }));
  const ring = await loadKeys(path);
  expect(ring.find("2/0f1e2d3c4b5a6978bb")).toEqual(keys[1]);
  expect(ring.find("2/0f1e2d3c4b5a6978bbb")).toBeNull();
});

test.each([
  [[["1/0f1e2d3c4b5a6978aa", "query_only", "a"]], "has no administrator key"],
  [
    [
      ["1/0f1e2d3c4b5a6978aa", "administrator", "a"],
      ["1/0f1e2d3c4b5a6978aa", "query_only", "b"],
    ],
    "a and b have the same key; each needs its own",
  ],
])("keys without an administrator, and the same key twice, are refused: %j", async (entries, said) => {
  const path = join(folder, "refused.json");
  const keys = entries.map(([key, permission, user_name]) => ({ key, permission, user_name }));
  await writeFile(path, JSON.stringify({ keys }));
  await expect(loadKeys(path)).rejects.toThrow(said);
});

test.each(["{", "{}", '{"keys":[{"key":"x","permission":"administrator","user_name":"a"}]}'])(
  "the key file %s is refused by name",
  async (text) => {
    const path = join(folder, "bad.json");
    await writeFile(path, text);
    await expect(loadKeys(path)).rejects.toThrow(`The key file ${path} `);
  },
);

test.each(["1/a", "1/0f1e2d3c4b5a697", "1/aaaaaaaaaaaaaaaaaaaaaaaa", "1/0123401234012340123"])(
  "the key %s, written by hand, can be guessed and is refused with advice",
  async (key) => {
    const path = join(folder, "weak.json");
    const keys = [{ key, permission: "administrator", user_name: "ada" }];
    await writeFile(path, JSON.stringify({ keys }));
    await expect(loadKeys(path)).rejects.toThrow(
      `In the key file ${path} the key of ada can be guessed: after the slash it needs at least 16 letters and digits that nobody guesses, as \`openssl rand -hex 16\` makes them.`,
    );
  },
);
