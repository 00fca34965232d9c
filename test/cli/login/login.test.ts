import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventEmitter } from "node:events";
import { afterAll, expect, test } from "@jest/globals";
import { login, readSecret, type SecretTerminal } from "../../../src/cli/login/login.ts";
import { checkService } from "../../../src/cli/doctor/check-service.ts";
import { runningService } from "../../integration/lib/running-service.ts";

const COMMAND = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");
const running = runningService();
const folder = mkdtempSync(join(tmpdir(), "svc-login-"));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = {
  XDG_CONFIG_HOME: folder,
  APPDATA: folder,
  SVC_HOME: folder,
  SVC_API_KEY: "",
  SVC_API_SERVER: "",
};

function svclib(
  args: readonly string[],
  input = "",
  variables = {},
): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...plain, ...variables };
    const child = execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
    child.stdin?.end(input);
  });
}

test("a key is tried, kept, used and forgotten, and never shown", async () => {
  const { apikey, url } = running.service;
  const file = join(folder, "svclib", "profiles.json");
  expect(await svclib(["login", "own", "--server", url], "1/wr0ngkey\n")).toMatchObject({ code: 3 });
  expect(await svclib(["login", "own", "--server", url], `${apikey}\n`)).toEqual({
    code: 0,
    said: `${url} takes the key: 1 database. Kept as own in ${file}\nSVC_PROFILE=own uses it\n`,
  });
  expect(readFileSync(file, "utf8")).toContain(apikey);
  const used = await svclib(["query", "-d", "db1", "select 7 as n"], "", {
    SVC_PROFILE: "own",
    SVC_DEBUG: "1",
  });
  expect(used).toMatchObject({ code: 0, said: expect.stringContaining("n\n7\n") });
  expect(used.said).not.toContain(apikey.slice(2));
  const { state, text } = await checkService({ ...plain, SVC_PROFILE: "own" });
  expect(state).toBe("ok");
  expect(text).toMatch(/^http:\S+ answers in \d+ ms with the key of the profile own: 1 database$/);
  expect(await svclib(["logout", "own"])).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).not.toContain(apikey);
  expect(await svclib(["query", "select 1"], "", { SVC_PROFILE: "own" })).toMatchObject({
    code: 2,
    said: "svclib: there is no profile own; there are none; svclib login own makes it\n",
  });
});

test.each([
  ["default", {}, "name the service: svclib login --server https://api.example.com"],
  ["../x", { server: "https://a.example.com" }, "a profile's name is letters, digits, _, - and dots"],
])("the profile %j with %j is refused", async (name, options, message) => {
  Object.assign(process.env, plain);
  await expect(login(name, options)).rejects.toMatchObject({ message, exitCode: 2 });
});

function terminal() {
  const log: string[] = [];
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (raw: boolean) => log.push(`raw ${raw}`),
    resume: () => undefined,
    pause: () => undefined,
  });
  const stderr = { write: (text: string) => log.push(text) };
  return { log, stdin, fake: { stdin, stderr } as unknown as SecretTerminal };
}

test("a line is read without being shown", async () => {
  const { log, stdin, fake } = terminal();
  const line = readSecret("key: ", fake);
  for (const keys of ["1/s3", "cret!", "\u007f", "\r"]) stdin.emit("data", Buffer.from(keys));
  expect(await line).toBe("1/s3cret");
  expect(log).toEqual(["key: ", "raw true", "raw false", "\n"]);
});

test("Ctrl-C ends it with its exit code", async () => {
  const { log, stdin, fake } = terminal();
  const line = readSecret("key: ", fake);
  stdin.emit("data", Buffer.from("1/s3\u0003"));
  await expect(line).rejects.toMatchObject({ exitCode: 130 });
  expect(log.at(-2)).toBe("raw false");
});
