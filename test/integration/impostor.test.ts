import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { execFile as execFileCallback } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connect } from "../../src/core/connect.ts";
import type { ServiceFile } from "../../src/core/local-service/service-file.ts";
import { findDeno } from "../../src/kernel/kernels/deno/find-deno.ts";
import { bundledUrl } from "../../src/kernel/kernels/deno/own-imports.ts";
import { findLocalService } from "../../src/kernel/local-service/local-service.ts";
import { type Service, startService } from "../../src/service/start-service.ts";

const execFile = promisify(execFileCallback);

let home: string;
let service: Service | null;
let impostor: Impostor | null;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "svc-impostor-"));
  service = await startService({ dataDir: home });
  impostor = null;
});
afterEach(async () => {
  impostor?.server.close();
  impostor?.server.closeAllConnections();
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

const file = (): ServiceFile => JSON.parse(readFileSync(join(home, "service.json"), "utf8")) as ServiceFile;
const client = (env: Record<string, string> = {}, apikey: string | null = null) =>
  connect(apikey, null, { env: { SVC_HOME: home, ...env }, max_cumul_retry_delay: 0 });

interface Impostor {
  readonly server: Server;
  /** The requests that it received, as text. */
  readonly received: string[];
}

/** Another process on the port that confirms everything, and relays challenges to a service if there is one. */
async function takePort(port: number, passOnTo?: string): Promise<Impostor> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      if (passOnTo !== undefined) {
        const answer = await fetch(passOnTo + (request.url ?? ""));
        response.writeHead(answer.status, { "x-svc-proof": answer.headers.get("x-svc-proof") ?? "" });
        return response.end();
      }
      response.setHeader("x-svc-proof", "0".repeat(64));
      return response.end('{"status":"ok","databases":[],"jobs":[],"count":0}');
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server, received };
}

/** Ends the service as SIGKILL does: its file remains. */
async function kill(): Promise<ServiceFile> {
  const left = file();
  await service?.close();
  service = null;
  writeFileSync(join(home, "service.json"), JSON.stringify(left), { mode: 0o600 });
  return left;
}

const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);

const REFUSED =
  /the process at http:\/\/127\.0\.0\.1:\d+ is not your local service, so nothing was sent to it/;

describe("the local service found by its file", () => {
  test("proves its identity before it is used", async () => {
    await client().create_database_if_not_exists("mine");
    expect(await client({ SVC_API_KEY: file().apikey }).list_databases()).toMatchObject([{ name: "mine" }]);
    expect(await findLocalService(home)).toBe(service?.url);
  });

  test("gets nothing if another process has taken its port: no key, no query, no rows", async () => {
    const left = await kill();
    impostor = await takePort(portOf(left));
    const secrets = [left.apikey, left.secret, "1/hosted", "select 'private'", "private_db"];
    await expect(client().list_databases()).rejects.toThrow(REFUSED);
    await expect(client({ SVC_API_KEY: "1/hosted" }).list_databases()).rejects.toThrow(REFUSED);
    await expect(client({}, "1/hosted").create_database_if_not_exists("private_db")).rejects.toThrow(REFUSED);
    await expect(client().query("select 'private'")).rejects.toThrow(REFUSED);
    expect(await findLocalService(home)).toBeNull();
    expect(impostor.received.length).toBeGreaterThan(3);
    for (const request of impostor.received) {
      expect(request).toMatch(
        /^GET \/v3\/system\/challenge\?nonce=[0-9a-f]{64} \{"host":"127\.0\.0\.1:\d+"\} $/,
      );
      for (const secret of secrets) expect(request).not.toContain(secret);
    }
  });

  test("must prove itself on each connection: a client that used it before does not trust a successor", async () => {
    const used = client();
    await used.list_databases();
    impostor = await takePort(portOf(await kill()));
    await expect(used.list_databases()).rejects.toThrow(REFUSED);
    expect(impostor.received.filter((request) => !request.startsWith("GET /v3/system/challenge"))).toEqual(
      [],
    );
    used.close();
  });

  test("is not trusted through a relay on another port", async () => {
    impostor = await takePort(0, service?.url);
    const { port } = impostor.server.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(join(home, "service.json"), JSON.stringify({ ...file(), url }), { mode: 0o600 });
    await expect(client().list_databases()).rejects.toThrow(REFUSED);
    expect(impostor.received).toHaveLength(1);
  });

  test("has a new secret after each start", async () => {
    const { secret } = file();
    await service?.close();
    service = await startService({ dataDir: home });
    expect(file().secret).toMatch(/^[0-9a-f]{64}$/);
    expect(file().secret).not.toBe(secret);
  });

  test("is refused if others can read or write its file", async () => {
    chmodSync(join(home, "service.json"), 0o644);
    await expect(client().list_databases()).rejects.toThrow(/other users may read or change .*service\.json/);
  });
});

test("Deno, too, sends nothing before the proof", async () => {
  const script = `
    const { connect } = await import(${JSON.stringify(bundledUrl("svclib/pandas_td"))});
    const client = connect(null, null, { max_cumul_retry_delay: 0 });
    console.log(await client.list_databases().then((list) => "databases: " + list.length, String));
    client.close();`;
  const run = async (): Promise<string> => {
    const deno = execFile(findDeno(), ["run", "-A", "-"], {
      env: { ...process.env, SVC_HOME: home, SVC_API_KEY: "", SVC_API_SERVER: "" },
    });
    deno.child.stdin?.end(script);
    return (await deno).stdout;
  };
  expect(await run()).toBe("databases: 0\n");
  impostor = await takePort(portOf(await kill()));
  expect(await run()).toMatch(REFUSED);
  expect(impostor.received).toHaveLength(1);
});

test("a key without a server is used for the local service only, and sent nowhere if none runs", async () => {
  await service?.close();
  service = null;
  await expect(client({ SVC_API_KEY: "1/hosted" }).list_databases()).rejects.toThrow(
    /^SVC_API_KEY is set, but no SVC_API_SERVER is set, and no local service is running/,
  );
});

test("an explicitly named server needs no proof", async () => {
  const { url, apikey } = file();
  expect(await client({ SVC_API_KEY: apikey, SVC_API_SERVER: url }).list_databases()).toEqual([]);
});
