import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { TrinoRunner } from "../../../src/clusters/trino/trino-runner.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { query } from "../helpers/rows-of.ts";

/** Proxy between runner and coordinator: records which replies have inline rows, and which have links to segments. */
interface Watch {
  readonly url: string;
  readonly pages: { encoding: string | null; kinds: string[] }[];
  readonly server: Server;
}

async function watch(target: string): Promise<Watch> {
  const pages: Watch["pages"] = [];
  const server = createServer((request, response) => void pass(request).then((text) => response.end(text)));
  const pass = async (request: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => /^(x-trino|content-type|user-agent)/.test(name)),
    ) as Record<string, string>;
    const { method = "GET", url = "/" } = request;
    const answer = await fetch(`${target}${url}`, {
      method,
      headers,
      ...(method === "POST" ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    const data = (JSON.parse(text || "{}") as { data?: unknown }).data;
    if (Array.isArray(data)) pages.push({ encoding: null, kinds: [] });
    else if (data) {
      const { encoding, segments } = data as { encoding: string; segments: { type: string }[] };
      pages.push({ encoding, kinds: segments.map(({ type }) => type) });
    }
    return text.replaceAll(target, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages, server };
}

describe("TrinoRunner on a server that spools", () => {
  let seen: Watch;
  let runner: TrinoRunner;
  beforeAll(async () => {
    engineUrl("TRINO_SPOOLS");
    seen = await watch(engineUrl("TRINO_URL"));
    runner = new TrinoRunner({ url: seen.url, catalog: "memory" });
  });
  afterAll(async () => {
    await runner.close();
    await new Promise((resolve) => seen.server.close(resolve));
  });

  test("a small result is inline in the reply", async () => {
    seen.pages.length = 0;
    expect((await query(runner, "SELECT 9007199254740993 AS big, 'é' AS text, null AS none")).rows).toEqual([
      [9007199254740993n, "é", null],
    ]);
    expect(seen.pages).toEqual([{ encoding: "json", kinds: ["inline"] }]);
  });

  test("a large result is fetched from the store, each row once, exact", async () => {
    seen.pages.length = 0;
    const { rows } = await query(runner, "SELECT * FROM tpch.tiny.lineitem");
    expect(rows).toHaveLength(60175);
    expect(new Set(rows.map(([order, , , line]) => `${String(order)}.${String(line)}`)).size).toBe(60175);
    expect(seen.pages.flatMap(({ kinds }) => kinds)).toContain("spooled");
    const { rows: sums } = await query(
      runner,
      "SELECT sum(l_orderkey), sum(l_partkey * l_suppkey), sum(length(l_comment)) FROM tpch.tiny.lineitem",
    );
    const sum = (value: (row: readonly unknown[]) => bigint): bigint =>
      rows.reduce((total, row) => total + value(row), 0n);
    expect([
      sum(([order]) => order as bigint),
      sum(([, part, supplier]) => (part as bigint) * (supplier as bigint)),
      sum((row) => BigInt((row.at(-1) as string).length)),
    ]).toEqual(sums[0]);
  });

  test("an aborted statement fetches no further segments", async () => {
    const stop = new AbortController();
    const { batches } = await runner.run("SELECT * FROM tpch.sf1.lineitem", {
      dialect: "presto",
      database: "default",
      scheduledTimeMs: 0,
      signal: stop.signal,
      mayWrite: false,
    });
    let count = 0;
    await expect(
      (async () => {
        for await (const batch of batches)
          if ((count += batch.rowCount) > 0) stop.abort(new Error("stopped"));
      })(),
    ).rejects.toThrow("stopped");
    expect(count).toBeLessThan(6_001_215);
  });
});
