import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";

/*
 * Clients that send what is long, often, unfinished or sent ahead, and read nothing, against a service whose heap has half a gigabyte. Meanwhile
 * somebody else's `select 1` is answered.
 */

const KEYS = {
  admin: "1/0c9a51d27e4b8896aa02c417fd5e60",
  guest: "2/8d41e07bb3c94f5f9d26107a2ce8f934",
  other: "3/5b1f6a2e9c8d4f7081a3b6c5d4e2f190",
};
const MIB = 2 ** 20;
/** Memory that all attacks together may add. */
const GROWTH = 600 * MIB;

let folder: string;
let child: ChildProcess;
let port: number;
let url: string;
let idleBytes: number;
const sockets = new Set<Socket>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-many-"));
  const keys = [
    { key: KEYS.admin, permission: "administrator", user_name: "admin" },
    { key: KEYS.guest, permission: "query_only", user_name: "guest" },
    { key: KEYS.other, permission: "query_only", user_name: "other" },
  ];
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys }), { mode: 0o600 });
  const args = ["--max-old-space-size=512", "dist/cli/svclib.cjs", "serve", "--port", "0", "--json"];
  child = spawn(process.execPath, [...args, "--data", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout!), "line")) as [string];
  ({ url } = JSON.parse(line) as { url: string });
  port = Number(new URL(url).port);
  await request("admin", "/v3/database/create/db1", { method: "POST" });
  await request("admin", "/v3/table/create/db1/tab1/log", { method: "POST" });
  idleBytes = (await askMeanwhile(1)).most;
}, 60_000);

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  child.kill("SIGTERM");
  await once(child, "exit");
  await rm(folder, { recursive: true, force: true });
}, 30_000);

function request(user: keyof typeof KEYS, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `TD1 ${KEYS[user]}`, ...(init.headers as object) };
  return fetch(url + path, { ...init, headers });
}

/** Somebody else, in a process of its own: asks for `select 1` and for the service's memory for some seconds, and prints what it saw. */
const OTHER = `
const { URL: url, KEY: key, SECONDS: seconds } = process.env;
const headers = { "x-trino-user": key, "x-trino-schema": "db1" };
const times = [];
let most = 0;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const until = performance.now() + seconds * 1000;
while (performance.now() < until) {
  const started = performance.now();
  let reply = await fetch(url + "/v1/statement", { method: "POST", body: "select 1", headers });
  for (;;) {
    if (reply.status !== 200) throw new Error(await reply.text());
    const page = await reply.json();
    if (page.error !== undefined) throw new Error(JSON.stringify(page.error));
    if (page.nextUri === undefined) break;
    reply = await fetch(page.nextUri, { headers });
  }
  times.push(performance.now() - started);
  const metrics = await (await fetch(url + "/metrics", { headers: { authorization: "TD1 " + key } })).text();
  most = Math.max(most, Number(/^process_resident_memory_bytes (\\S+)/m.exec(metrics)[1]));
  await pause(20);
}
console.log(JSON.stringify({ times: times.sort((a, b) => a - b), most }));`;

/** @returns the milliseconds of each `select 1`, sorted, and the service's most memory. */
async function askMeanwhile(seconds: number): Promise<{ times: number[]; most: number }> {
  const env = { ...process.env, URL: url, KEY: KEYS.other, SECONDS: String(seconds) };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", OTHER], {
    env,
  });
  return JSON.parse(stdout) as { times: number[]; most: number };
}

/** A connection on which `bytes` are sent, whatever the service does; nothing is read. */
async function send(bytes: Buffer | string, pieces = 1): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  sockets.add(socket);
  await changed(socket, "connect");
  socket.pause();
  const data = Buffer.from(bytes as string);
  const size = Math.ceil(data.length / pieces);
  for (let at = 0; at < data.length && !socket.destroyed; at += size)
    if (!socket.write(data.subarray(at, at + size))) await changed(socket);
}

/** Resolves when a connection takes more, is closed, or did nothing for two seconds. */
const changed = (socket: Socket, event = "drain"): Promise<void> =>
  new Promise((resolve) => {
    for (const one of [event, "close"]) socket.once(one, () => resolve());
    setTimeout(resolve, 2000).unref();
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A request as text, without its body. */
function head(
  line: string,
  headers: Record<string, string | number> = {},
  user: keyof typeof KEYS | null = "guest",
): string {
  const key = user === null ? {} : { authorization: `TD1 ${KEYS[user]}` };
  const all = Object.entries({ host: "x", ...key, ...headers });
  return `${line} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

const FORM = "application/x-www-form-urlencoded";
const LONG = 15.9 * MIB;
const post = (
  path: string,
  body: Buffer | string,
  headers: Record<string, string | number> = {},
  user: keyof typeof KEYS = "guest",
): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(
        `POST ${path}`,
        { "content-type": FORM, "content-length": Buffer.byteLength(body), ...headers },
        user,
      ),
    ),
    Buffer.from(body as string),
  ]);
const ISSUE = "/v3/job/issue/presto/db1";
const text = (length: number, with_ = "x"): string => with_.repeat(Math.floor(length / with_.length));
const gzipped = { "content-encoding": "gzip" };
const bomb = (text: string): Buffer => gzipSync(text);
const prepared = encodeURIComponent(`$deflate:${deflateRawSync(text(11 * MIB, " ")).toString("base64url")}`);

/** What each of so many connections sends. */
const ATTACKS: readonly [string, number, () => Buffer | string, number?][] = [
  ["openapi.json sent ahead, without a key", 20, () => head("GET /openapi.json", {}, null).repeat(1500)],
  ["pages that are not there, sent ahead", 20, () => head("GET /x", {}, null).repeat(1500)],
  [
    "wrong keys, sent ahead",
    20,
    () => head("GET /v3/job/list", { authorization: "TD1 1/no" }, null).repeat(1000),
  ],
  ["unfinished heads", 200, () => `GET /x HTTP/1.1\r\nhost: x\r\na: ${text(15_000)}`],
  ["unfinished bodies of jobs", 120, () => post(ISSUE, text(LONG)).subarray(0, LONG - 1000)],
  ["unfinished bodies of statements", 60, () => post("/v1/statement", text(LONG)).subarray(0, LONG - 1000)],
  [
    "unfinished uploads",
    30,
    () => post("/v3/table/import/db1/tab1/msgpack.gz", text(LONG)).subarray(0, LONG - 1000),
  ],
  [
    "bodies in chunks of one byte",
    20,
    () =>
      head(`POST ${ISSUE}`, { "transfer-encoding": "chunked", "content-type": FORM }) +
      text(3 * MIB, "1\r\na\r\n"),
  ],
  ["forms of many fields", 10, () => post(ISSUE, bomb(text(16 * MIB - 1, "a&")), gzipped)],
  [
    "JSON of many values",
    10,
    () =>
      post(ISSUE, bomb(`{"query":[${text(15 * MIB, "{},")}{}]}`), {
        ...gzipped,
        "content-type": "application/json",
      }),
  ],
  [
    "multipart of many parts",
    10,
    () =>
      post(ISSUE, bomb(text(15 * MIB, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n')), {
        ...gzipped,
        "content-type": "multipart/form-data; boundary=b",
      }),
  ],
  ["bodies that unpack to too much", 20, () => post(ISSUE, bomb(text(200 * MIB)), gzipped)],
  ["long domain keys", 10, () => post(ISSUE, `query=select+1&domain_key=${text(LONG - 100)}`)],
  [
    "long jobs that wait",
    40,
    () =>
      post(
        ISSUE,
        bomb(
          `query=${encodeURIComponent("select count(*) from unnest(sequence(1,10000)) a(n), unnest(sequence(1,10000)) b(n), unnest(sequence(1,10000)) c(n)")}+--${text(14 * MIB)}`,
        ),
        gzipped,
      ),
  ],
  ["long statements", 40, () => post("/v1/statement", bomb(`select 1 -- ${text(15 * MIB)}`), gzipped)],
  [
    "statements of control characters",
    20,
    () => post("/v1/statement", bomb(`select '${text(15 * MIB, "\u0001")}'`), gzipped),
  ],
  [
    "PREPARE of a long text",
    10,
    () => post("/v1/statement", bomb(`prepare p from select 1 ${text(15 * MIB, "+1")}`), gzipped),
  ],
  [
    "EXECUTE IMMEDIATE of a long text",
    10,
    () =>
      post("/v1/statement", bomb(`execute immediate 'select 1' using 1 ${text(15 * MIB, "+1")}`), gzipped),
  ],
  [
    "prepared statements that unpack to much",
    100,
    () => post("/v1/statement", "execute p", { "x-trino-prepared-statement": `p=${prepared}` }),
  ],
  ["replies with long jobs, sent ahead", 10, () => head("GET /v3/job/show/1").repeat(300)],
  ["lists of long jobs, sent ahead", 10, () => head("GET /v3/job/list?to=10000").repeat(300)],
  [
    "results of millions of cells, unread",
    30,
    () =>
      post("/v1/statement", "select * from unnest(sequence(1,10000)) a(n), unnest(sequence(1,1000)) b(n)"),
  ],
];

describe("while clients send", () => {
  test.each(ATTACKS)(
    "%s",
    async (name, connections, make) => {
      const bytes = make();
      const sending = Promise.all(Array.from({ length: connections }, () => send(bytes)));
      const { times, most } = await askMeanwhile(4);
      await Promise.race([sending, pause(10_000)]);
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)]!);
      process.stdout.write(
        `many clients: ${name}: ${times.length} answers for others, median ${at(0.5)} ms, 99 % ${at(0.99)} ms; memory +${Math.round((most - idleBytes) / MIB)} MiB\n`,
      );
      expect(child.exitCode).toBeNull();
      expect(most - idleBytes).toBeLessThan(GROWTH);
    },
    60_000,
  );
});
