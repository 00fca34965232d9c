import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { LocalService } from "../../../src/kernel/local-service/local-service.ts";
import { isAlive, until } from "../support/start-kernel.ts";

/** Stands in for `svclib serve`: takes a moment, records each start, proves its identity, and refuses a second instance. */
const SERVICE = `
const { appendFileSync, readFileSync, writeFileSync, existsSync } = require("node:fs");
const home = process.argv.at(-1);
appendFileSync(home + "/starts", process.pid + "\\n");
setTimeout(() => {
  if (existsSync(home + "/refuse")) { console.error(readFileSync(home + "/refuse", "utf8")); process.exit(1); }
  let url;
  const server = require("node:http").createServer((request, response) => {
    const nonce = new URL(request.url, url).searchParams.get("nonce");
    const proof = require("node:crypto").createHmac("sha256", "s").update("svclib service\\n" + nonce + "\\n" + url).digest("hex");
    response.writeHead(204, { "x-svc-proof": proof }).end();
  });
  server.listen(0, "127.0.0.1", () => {
    url = "http://127.0.0.1:" + server.address().port;
    const said = JSON.stringify({ url, apikey: "k", secret: "s", pid: process.pid });
    writeFileSync(home + "/service.json", said, { mode: 0o600 });
  });
}, 100);
`;
const command = (home: string): string[] => [process.execPath, "-e", SERVICE, home];

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "svc-home-"));
});
afterEach(async () => {
  for (const pid of starts().filter(isAlive)) process.kill(pid, "SIGKILL");
  await until(() => !starts().some(isAlive));
  rmSync(home, { recursive: true, force: true });
});

const starts = (): number[] =>
  existsSync(join(home, "starts"))
    ? readFileSync(join(home, "starts"), "utf8").trim().split("\n").map(Number)
    : [];

const kernel = (env: Record<string, string> = {}) =>
  new LocalService({ env: { SVC_HOME: home, ...env }, command });

const ensure = async (
  service: LocalService,
  signal = new AbortController().signal,
  isOwn = false,
): Promise<string> => {
  let said = "";
  await service.ensure(signal, (line) => (said += line), isOwn);
  return said;
};

test("no service is started if one is configured", async () => {
  for (const env of [{ SVC_API_KEY: "1/k" }, { SVC_API_SERVER: "https://api.example.com" }]) {
    expect(await ensure(kernel(env))).toBe("");
  }
  expect(starts()).toEqual([]);
});

test("SQL over the notebook's tables starts one where another is configured too", async () => {
  const own = kernel({ SVC_API_KEY: "1/k", SVC_API_SERVER: "https://api.example.com" });
  expect(await ensure(own, new AbortController().signal, true)).toMatch(
    /^svclib: starting the local service \.\.\.\nsvclib: SQL over local tables runs on the local service at http:\/\/127\.0\.0\.1:\d+\n$/,
  );
  expect(starts()).toHaveLength(1);
  own.close();
});

test("is started if none responds, is announced once, and is found by later kernels", async () => {
  const first = kernel();
  expect(await ensure(first)).toMatch(
    /^svclib: starting the local service \.\.\.\nsvclib: SVC_API_KEY is not set; using the local service at http:\/\/127\.0\.0\.1:\d+\n$/,
  );
  expect(await ensure(first)).toBe("");
  expect(await ensure(kernel())).toMatch(/^svclib: SVC_API_KEY is not set; using the local service at .+\n$/);
  expect(starts()).toHaveLength(1);
  first.close();
});

test("is started once by kernels that start at the same time", async () => {
  const said = await Promise.all(Array.from({ length: 5 }, () => ensure(kernel())));
  expect(starts()).toHaveLength(1);
  expect(new Set(said.map((text) => /http:\S+/.exec(text)?.[0])).size).toBe(1);
});

test("is started once by twenty kernels that find files of a dead service and a dead kernel; no log is lost", async () => {
  writeFileSync(join(home, "starting.lock"), "999999999");
  writeFileSync(join(home, "service.log"), "earlier\n");
  writeFileSync(
    join(home, "service.json"),
    JSON.stringify({ url: "http://127.0.0.1:9", apikey: "k", secret: "s", pid: 1 }),
    { mode: 0o600 },
  );
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 20 }, () => ensure(kernel())));
    expect(starts()).toHaveLength(round + 1);
    process.kill(starts()[round] ?? 0, "SIGKILL");
    await until(() => !isAlive(starts()[round] ?? 0));
    writeFileSync(join(home, "starting.lock"), `999999999 lock-${round}`);
  }
  expect(readFileSync(join(home, "service.log"), "utf8")).toBe("earlier\n");
});

test("is waited for if another process holds the data folder and does not respond yet", async () => {
  writeFileSync(join(home, "refuse"), "svclib: The data folder is in use by another service (process 7)");
  const waiting = ensure(kernel());
  await until(() => starts().length === 1 && !isAlive(starts()[0] ?? 0));
  rmSync(join(home, "refuse"));
  rmSync(join(home, "starting.lock"), { force: true });
  expect(await ensure(kernel())).toContain("using the local service at");
  expect(await waiting).toContain("using the local service at");
});

test("is started again after it died, also if its file remains", async () => {
  const service = kernel();
  await ensure(service);
  process.kill(starts()[0] ?? 0, "SIGKILL");
  await until(() => !isAlive(starts()[0] ?? 0));
  expect(await ensure(service)).toBe("svclib: starting the local service ...\n");
  expect(starts()).toHaveLength(2);
});

test("a lock left by a process that exited does not block", async () => {
  writeFileSync(join(home, "starting.lock"), "999999999");
  expect(await ensure(kernel())).toContain("using the local service at");
  expect(existsSync(join(home, "starting.lock"))).toBe(false);
});

test.each([
  ["whose number another process has by now", String(process.pid), 300],
  ["that ended before it could write its number", "", 20],
])("nor does the lock of a process %s", async (_, holder, ageSeconds) => {
  const lock = join(home, "starting.lock");
  writeFileSync(lock, holder);
  const then = Date.now() / 1000 - ageSeconds;
  utimesSync(lock, then, then);
  expect(await ensure(kernel())).toContain("using the local service at");
  expect(existsSync(lock)).toBe(false);
});

test("reports why it can't be started", async () => {
  writeFileSync(
    join(home, "refuse"),
    "svclib: the disk is full\nsvclib: run it again with --debug to see the stack trace",
  );
  await expect(ensure(kernel())).rejects.toThrow(
    `The local service ended with exit code 1: svclib: the disk is full (log: ${join(home, "service.log")})`,
  );
  const missing = new LocalService({ env: { SVC_HOME: home }, command: () => ["/no/such/program"] });
  await expect(ensure(missing)).rejects.toThrow(
    "The local service cannot be started (spawn /no/such/program ENOENT)",
  );
});

test("Stop ends the wait", async () => {
  const stop = new AbortController();
  const waiting = ensure(kernel(), stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
