import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { BasicAuth, Trino } from "trino-client";
import { startService, type Service } from "../../src/service/start-service.ts";
import { selfSigned } from "../core/helpers/self-signed.ts";

/** nginx with the block of docs/team-service.md. */
const NGINX = process.env["SVC_NGINX"] ?? "nginx";

let folder: string;
let service: Service;
let nginx: ChildProcess;
let url: string;
const certificate = selfSigned();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The guide's block, for this service. */
async function block(): Promise<string> {
  const guide = await readFile("docs/team-service.md", "utf8");
  const text = /```nginx\n(.*?)```/s.exec(guide)?.[1] ?? "";
  expect(text).toContain("proxy_pass http://127.0.0.1:8190;");
  return text.replace("http://127.0.0.1:8190", service.url);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-nginx-"));
  service = await startService({
    dataDir: join(folder, "data"),
    trustedProxies: ["loopback"],
    samples: false,
  });
  const port = await freePort();
  url = `https://127.0.0.1:${port}`;
  await mkdir(join(folder, "temp"));
  await writeFile(join(folder, "key.pem"), certificate.key);
  await writeFile(join(folder, "cert.pem"), certificate.cert);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const configuration = `
daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; ${temporary.join(" ")}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    ${await block()}
  }
}`;
  await writeFile(join(folder, "nginx.conf"), configuration);
  nginx = spawn(NGINX, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "inherit" });
  const isUp = (): Promise<boolean> =>
    promisify(execFile)("curl", ["-sk", `${url}/v1/info`]).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50));
});

afterAll(async () => {
  nginx.kill("SIGQUIT");
  await once(nginx, "exit");
  await service.close();
  await rm(folder, { recursive: true });
});

describe("nginx with the guide's block", () => {
  test("Trino's JavaScript client reads through it", async () => {
    const auth = new BasicAuth(service.apikey);
    const client = Trino.create({ server: url, auth, ssl: { ca: certificate.cert } });
    const rows: unknown[] = [];
    for await (const { data } of await client.query("select n from unnest(sequence(1, 3)) t(n)"))
      rows.push(...(data ?? []));
    expect(rows).toEqual([[1], [2], [3]]);
  });

  test("every address in its replies is nginx's", async () => {
    const args = ["-s", "--cacert", join(folder, "cert.pem"), "-H", `x-trino-user: ${service.apikey}`];
    const { stdout } = await promisify(execFile)("curl", [...args, "-d", "select 1", `${url}/v1/statement`]);
    expect(new Set(stdout.match(/https?:\/\/[^/"]*/g))).toEqual(new Set([url]));
  });

  test("svclib's client runs statements and jobs through it", async () => {
    const program = `
      const { connect } = await import(${JSON.stringify(join(process.cwd(), "dist/core/index.js"))});
      const client = connect(process.env.KEY, process.env.URL, { env: {} });
      await client.create_database_if_not_exists("nginx_db");
      const rows = (await client.query("select 1 as n", { db: "nginx_db" })).objects();
      const job = (await client.query("select 2 as n", { db: "nginx_db", force_job: true })).objects();
      console.log(JSON.stringify([rows, job]));
      client.close();`;
    const env = {
      ...process.env,
      KEY: service.apikey,
      URL: url,
      NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      env,
    });
    expect(JSON.parse(stdout)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });
});
