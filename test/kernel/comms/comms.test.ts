import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TestKernel } from "../support/start-kernel.ts";
import { startKernel } from "../support/start-kernel.ts";
import { someOf } from "../../jest/short-form.ts";

describe.each(someOf(["deno", "tslab"] as const, 2))("the comm of svc-%s", (name) => {
  let kernel: TestKernel;
  let next = 0;

  beforeAll(async () => {
    kernel = await startKernel(name);
    kernel.client
      .request("comm_open", { comm_id: "lab", target_name: "svclib", data: {} })
      .catch(() => undefined);
  });
  afterAll(() => kernel.stop());

  /** The reply to a request of the extension. */
  function ask(method: string, params: object = {}): Promise<unknown> {
    const id = next++;
    return new Promise((resolve) => {
      kernel.client.onMessage = ({ type, content }) => {
        const data = content["data"] as { id?: number; result?: unknown; error?: string };
        if (type === "comm_msg" && data.id === id) resolve(data.error ?? data.result);
      };
      const message = { comm_id: "lab", data: { id, method, params } };
      kernel.client.request("comm_msg", message).catch(() => undefined);
    });
  }

  test("is listed, and refuses unknown requests", async () => {
    expect(await ask("hello")).toEqual({ version: expect.any(String) as unknown, grids: true });
    const { reply } = await kernel.client.request("comm_info_request", {});
    expect(reply.content).toEqual({ status: "ok", comms: { lab: { target_name: "svclib" } } });
    expect(await ask("constructor")).toMatch(/does not know the request "constructor"/);
    expect(await ask("grid", { grid: "../../etc", ask: "open" })).toMatch(
      /no longer kept; run its cell again/,
    );
    expect(await ask("stop", { job: "1; drop" })).toMatch(/is not a number/);
  });

  test("closes a comm of the kernel before the restart, and stays open itself", async () => {
    const closed = new Promise<unknown>((resolve) => {
      kernel.client.onMessage = ({ type, content }) => type === "comm_close" && resolve(content["comm_id"]);
    });
    const data = { id: 1, method: "hello", params: {} };
    kernel.client.request("comm_msg", { comm_id: "of yesterday", data }).catch(() => undefined);
    expect(await closed).toBe("of yesterday");
    expect(await ask("hello")).toMatchObject({ grids: true });
  });

  test("a displayed table can be paged through while a cell runs; clients can see that the kernel is busy", async () => {
    const code = 'import { table } from "arquero"; const t = table({ a: [3, 1, 2], b: ["x", null, "<b>"] });';
    await kernel.run(code);
    const { exchange } = await kernel.run("t");
    const shown = exchange.published.find(({ type }) => /display_data|execute_result/.test(type));
    const html = (shown?.content["data"] as Record<string, string>)["text/html"] ?? "";
    const grid = /svc-grid-([0-9a-f]{32})/.exec(html)?.[1];
    expect(html).toContain("&lt;b&gt;");
    expect(await ask("grid", { grid, ask: "open" })).toMatchObject({ rows: 3 });
    const busy = kernel.run("{ const end = Date.now() + 2000; while (Date.now() < end); }");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const view = { sort: [{ column: 0, descending: true }], filters: [] };
    const page = await ask("grid", { grid, ask: "page", view, from: 0, to: 10, columns: [0, 1] });
    expect(page).toEqual({ rows: 3, from: 0, columns: [[3, 2, 1], ["x", "<b>", null]] }); // prettier-ignore
    const ended = await Promise.race([busy.then(() => true), Promise.resolve(false)]);
    expect(ended).toBe(false);
    await busy;
    expect(await ask("grid", { grid, ask: "cell", view, row: 1, column: 1 })).toBe("<b>");
    const whole = { grid, ask: "page", view, from: 1, to: 2, columns: [1], whole: true };
    expect(await ask("grid", whole)).toEqual({ rows: 3, from: 1, columns: [["<b>"]] });
  });

  test("a search finds what the table shows: dates, numbers with separators, rows", async () => {
    const code =
      "table({ n: [12345, 1714953600000], part: [2 / 3, 1500], at: [new Date(Date.UTC(2024, 4, 6, 20)), null], row: [null, { id: 7 }] });";
    const { exchange } = await kernel.run(code);
    const grid = /svc-grid-([0-9a-f]{32})/.exec(
      JSON.stringify(exchange.published.map((m) => m.content)),
    )?.[1];
    const view = { sort: [], filters: [] };
    await ask("grid", { grid, ask: "open" });
    const shape = { decimals: 0, tiny: false, precision: "second" };
    const shown = [0, 1, 2, 3].map((column) => ({
      column,
      shape: column === 1 ? { ...shape, decimals: 6 } : shape,
    }));
    const find = async (
      text: string,
      zone: string | null = null,
      from = 0,
      columns = shown,
    ): Promise<unknown> =>
      ((await ask("grid", { grid, ask: "find", view, text, columns, zone, from })) as { hit: unknown }).hit;
    expect(await find("2024-05-06 20:00")).toEqual({ row: 0, column: 2 });
    expect(await find("2024-05-07 05", "Asia/Tokyo")).toEqual({ row: 0, column: 2 });
    expect(await find("0.666667")).toEqual({ row: 0, column: 1 });
    expect(await find("0.66666666")).toEqual({ row: 0, column: 1 });
    expect(await find("1,500.000000")).toEqual({ row: 1, column: 1 });
    expect(await find("1500")).toEqual({ row: 1, column: 1 });
    expect(await find("ID: 7", null, 0, shown.slice(0, 3))).toBeNull();
    expect(await find("17150")).toBeNull();
    expect(await find("12,345")).toEqual({ row: 0, column: 0 });
    expect(await find("ID: 7")).toEqual({ row: 1, column: 3 });
    expect(await find("2024", null, 1)).toBeNull();
  });

  test("a table that a waiting cell displays is copied before that cell ends", async () => {
    const displayed = new Promise<string>((resolve) => {
      kernel.client.onMessage = ({ content }) => {
        const grid = /svc-grid-([0-9a-f]{32})/.exec(JSON.stringify(content))?.[1];
        if (grid !== undefined) resolve(grid);
      };
    });
    let hasEnded = false;
    const cell = kernel
      .run("display(table({ a: [1, 2] })); await new Promise((end) => setTimeout(end, 3000));")
      .then(() => (hasEnded = true));
    const opened = await ask("grid", { grid: await displayed, ask: "open" });
    expect([opened, hasEnded]).toEqual([expect.objectContaining({ rows: 2 }), false]);
    await cell;
  });

  test("requests of the extension never make the kernel look busy, or idle while a cell runs", async () => {
    const statuses: unknown[] = [];
    const asked = async (): Promise<void> => {
      const answered = ask("complete", { code: "%svc_tab", offset: 8 });
      const { onMessage } = kernel.client;
      kernel.client.onMessage = (message) => {
        if (message.type === "status") statuses.push(message.content["execution_state"]);
        onMessage?.(message);
      };
      await answered;
    };
    await asked();
    await kernel.run("1");
    expect(statuses.slice(0, 1)).toEqual(["idle"]);
    statuses.length = 0;
    const cell = kernel.run("{ const end = Date.now() + 1500; while (Date.now() < end); }");
    await asked();
    await asked();
    expect(statuses).not.toContain("idle");
    await cell;
    await kernel.run("1");
    expect(statuses.slice(-5)).toEqual(["idle", "idle", "idle", "busy", "idle"]);
  });

  test("completes and checks a query's cell", async () => {
    expect(await ask("check", { code: "%%svc_presto shop\nselect * form t" })).toMatchObject([
      { severity: "error" },
    ]);
    const found = await ask("complete", { code: "%svc_tab", offset: 8 });
    expect(found).toMatchObject({ start: 0, end: 8, items: [{ text: "%svc_tables" }] });
    expect(await ask("complete", { code: "1 + 1", offset: 5 })).toBeNull();
  });
});
