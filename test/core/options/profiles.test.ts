import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { profilesPath, readProfiles, writeProfiles } from "../../../src/core/options/profiles.ts";
import { httpServer } from "../helpers/http-server.ts";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-profiles-"));
  env = { XDG_CONFIG_HOME: folder, APPDATA: folder, SVC_HOME: folder };
});
afterEach(() => rmSync(folder, { recursive: true }));

const PROD = { server: "https://api.example.com", apikey: "1/prods3cret" };
const STAGE = { server: "http://127.0.0.1:1", apikey: "1/stages3cret", presto_api: "http://127.0.0.1:2" };
const both = new Map([
  ["prod", PROD],
  ["stage", STAGE],
]);

test("profiles are kept in a file for the user alone", async () => {
  expect(await readProfiles(env)).toEqual(new Map());
  await writeProfiles(both, env);
  const path = profilesPath(env);
  expect(path).toBe(join(folder, "svclib", "profiles.json"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "svclib")).mode & 0o777).toBe(0o700);
  expect(await readProfiles(env)).toEqual(both);
});

describe("a connection", () => {
  test("to a profile, by option and by SVC_PROFILE", async () => {
    await writeProfiles(both, env);
    const target = { endpoint: PROD.server, apikey: PROD.apikey, prestoApi: null };
    expect(await connect(null, null, { env, profile: "prod" }).target()).toEqual(target);
    expect(await connect(null, null, { env: { ...env, SVC_PROFILE: "prod" } }).target()).toEqual(target);
  });

  test("what a call names goes before the environment, where one account may be named", async () => {
    await writeProfiles(both, env);
    const account = { ...env, SVC_API_KEY: "1/x", SVC_API_SERVER: "https://other.example.com" };
    const { apikey } = await connect(null, null, { env: account, profile: "prod" }).target();
    expect(apikey).toBe(PROD.apikey);
    const named = { ...env, SVC_PROFILE: "prod" };
    expect((await connect("1/y", "https://b.example.com", { env: named }).target()).apikey).toBe("1/y");
    for (const name of ["SVC_API_KEY", "SVC_API_SERVER"])
      expect(() => connect(null, null, { env: { ...named, [name]: "x" } })).toThrow(
        `SVC_PROFILE and ${name} are both set; unset one of them`,
      );
    expect(() => connect("1/x", null, { env, profile: "prod" })).toThrow(
      "pass either a profile, or apikey and endpoint",
    );
  });

  test("sends the key to the profile's own statement host, not to the environment's", async () => {
    await using rest = await httpServer(() => ({ status: 500 }));
    await using own = await httpServer(() => ({ status: 400 }));
    await using other = await httpServer(() => ({ status: 400 }));
    const around = { ...env, SVC_PRESTO_API: other.url };
    const options = { env: around, max_cumul_retry_delay: 0 };
    for (const presto_api of [own.url, undefined]) {
      await writeProfiles(
        new Map([["p", { ...PROD, server: rest.url, ...(presto_api && { presto_api }) }]]),
        env,
      );
      await expect(connect(null, null, { ...options, profile: "p" }).query("select 1")).rejects.toThrow(
        "HTTP",
      );
    }
    expect([own.seen.length, rest.seen.length, other.seen.length]).toEqual([1, 1, 0]);
  });

  test("to an unknown profile is refused", async () => {
    const unknown = (): Promise<unknown> => connect(null, null, { env, profile: "prdo" }).list_databases();
    await expect(unknown()).rejects.toThrow(
      "there is no profile prdo; there are none; svclib login prdo makes it",
    );
    await writeProfiles(both, env);
    await expect(unknown()).rejects.toThrow("there is no profile prdo; there are prod, stage;");
  });
});

describe("a file that can't be used", () => {
  beforeEach(() => writeProfiles(both, env));

  test.each([0o640, 0o604, 0o660])("other users may read it (%o)", async (mode) => {
    chmodSync(profilesPath(env), mode);
    await expect(readProfiles(env)).rejects.toThrow("other users may read or change");
  });

  test.each([
    '{"profiles":{"a":{"apikey":"1/prods3cret"',
    "null",
    '{"profiles":[]}',
    '{"profiles":{"a":"1/prods3cret"}}',
  ])("%s is damaged, and is not quoted", async (text) => {
    writeFileSync(profilesPath(env), text);
    const error: unknown = await readProfiles(env).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/^ConfigError: .* is damaged; correct it/);
    expect((error as Error).cause).toBeUndefined();
    expect(readFileSync(profilesPath(env), "utf8")).toBe(text);
  });
});
