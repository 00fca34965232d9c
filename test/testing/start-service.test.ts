import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import type * as testing from "../../src/testing/index.ts";
import { longTest } from "../jest/short-form.ts";

// The built entry: the service is a process of its own.
const BUILT = pathToFileURL(join(import.meta.dirname, "../../dist/testing/index.js")).href;
const { startService } = (await import(BUILT)) as typeof testing;

const folder = mkdtempSync(join(tmpdir(), "svc-testing-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a service has the tables, and is gone after its block", async () => {
  let url: string;
  {
    await using service = await startService({ data: { shop: { orders: [{ id: 1, at: new Date(0) }] } } });
    ({ url } = service);
    const con = service.connect({ database: "shop" });
    expect((await con.query("select id, to_unixtime(at) as t from orders")).objects()).toEqual([
      { id: 1, t: 0 },
    ]);
    await service.load({ shop: { orders: [{ id: 2 }], more: [{ name: "x" }] } });
    expect((await con.query("select id from orders")).objects()).toEqual([{ id: 2 }]);
    await service.fail({ request: "POST /v3/job/issue", status: 503, times: 1, retry_after: 0 });
    expect(await con.list_databases()).toHaveLength(1);
  }
  await expect(fetch(url)).rejects.toThrow();
});

test("errors name what is wrong", async () => {
  await expect(startService({ data: { shop: "none.csv" } })).rejects.toThrow("no file matches none.csv in");
  await using service = await startService();
  await expect(service.fail({ request: "GET /v9", status: 500 })).rejects.toMatchObject({
    name: "ConfigError",
  });
  const price = (): number => 1;
  await expect(service.load({ shop: { orders: [{ id: 1 }, { id: 2, price }] } })).rejects.toMatchObject({
    name: "ConfigError",
    message: "shop.orders[1].price can't be sent to the service: () => 1 could not be cloned.",
  });
  await service.close();
  await expect(service.load({})).rejects.toThrow("the test's service has ended");
});

/** Runs a test's process that starts a service, prints its address, and does `rest`. */
async function testProcess(
  rest: string,
): Promise<{ url: string; end: () => Promise<void>; kill: () => void }> {
  const code = `const { startService } = await import(${JSON.stringify(BUILT)});
    const service = await startService();
    console.log(service.url);
    ${rest}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const exit = once(child, "exit");
  return {
    url: String(line).trim(),
    end: async () => void (await exit),
    kill: () => void child.kill("SIGKILL"),
  };
}

const isGone = async (url: string): Promise<boolean> => {
  for (;;) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (!answers && readdirSync(folder).length === 0) return true;
    await sleep(20);
  }
};

test("a test that forgets its service ends, and its service with it", async () => {
  const { url, end } = await testProcess("");
  await end();
  expect(await isGone(url)).toBe(true);
});

/** A statement that the engine does not stop for a minute or more. */
const UNSTOPPABLE =
  "select reduce(sequence(1, 10000), 0, (s, x) -> s + reduce(sequence(1, 10000), 0, (t, y) -> t + y, t -> t), s -> s) from unnest(sequence(1, 10000))";

longTest("the service of a killed test ends, and its data are removed", async () => {
  const { url, end, kill } = await testProcess("setInterval(() => {}, 1000);");
  expect(existsSync(join(folder, readdirSync(folder)[0]!, "svc-data.duckdb"))).toBe(true);
  kill();
  await end();
  expect(await isGone(url)).toBe(true);
});

longTest("also while it runs a statement that can't be stopped", async () => {
  const { url, end, kill } = await testProcess(
    `await service.connect({ database: "shop" }).query(${JSON.stringify(UNSTOPPABLE)});`,
  );
  await sleep(1000);
  kill();
  await end();
  expect(await isGone(url)).toBe(true);
});
