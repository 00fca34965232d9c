import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Service } from "../../src/service/start-service.ts";
import { startSampledService } from "../service/helpers/sampled-service.ts";
import { connect } from "../../src/core/connect.ts";
import type { Content } from "../../src/kernel/wire/message.ts";
import type { CellResult, TestKernel } from "./support/start-kernel.ts";
import { startKernel, streamText, until } from "./support/start-kernel.ts";
import { longTest, someOf } from "../jest/short-form.ts";

const dataDir = mkdtempSync(join(tmpdir(), "svc-service-"));
let service: Service;

beforeAll(async () => {
  service = await startSampledService({ dataDir });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const plain = ({ outputs }: CellResult): string =>
  outputs
    .map(([, content]) => (content["data"] as Record<string, string> | undefined)?.["text/plain"] ?? "")
    .join("");

// In the short form local-tables.test.ts is with the other kernel.
describe.each(someOf(["tslab", "deno"] as const, 2))("svc-%s", (name) => {
  let kernel: TestKernel;

  beforeAll(async () => {
    kernel = await startKernel(name, { env: { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url } });
  });
  afterAll(() => kernel.stop());

  const request = async (type: string, code: string, cursor = [...code].length): Promise<Content> =>
    (await kernel.client.request(type, { code, cursor_pos: cursor, detail_level: 0 })).reply.content;

  test("%svc_use binds tables for the cell and later ones", async () => {
    const used = await kernel.run("%svc_use sample_datasets");
    expect(used.reply["status"]).toBe("ok");
    expect(plain(used)).toContain("INFO: import stocks: ");
    const shown = await kernel.run("stocks");
    expect(shown.outputs.map(([type]) => type)).toEqual(["execute_result"]);
    expect(plain(shown)).toMatch(/symbol +string/);
    expect(streamText(await kernel.run("console.log(typeof stocks)"))).toBe("object\n");
  });

  test("an error in a value of the query is at its place in the cell", async () => {
    await kernel.run("const obj = { a: 1 }");
    const [error] = (await kernel.run("%%svc_presto sample_datasets\nselect 1,\n  {obj.zz}")).outputs;
    expect(error?.[1]["traceback"]).toEqual(
      name === "tslab"
        ? ["3:8 - Property 'zz' does not exist on type '{ a: number; }'."]
        : [
            "ConfigError: value 1 of the sql template: a value of type undefined can't be an SQL value",
            "value 1 is {obj.zz}",
          ],
    );
  });

  test.each([
    ["const lost = [2n ** 64n, -0]\nlost[0]", "18446744073709551616n"],
    ["0 / 0;", "NaN"],
    ["lost[1]", "-0"],
    ["lost.length / 0 // none", "Infinity"],
    ["await new Promise((done) => done(7n))", "7n"],
    ["Number(lost[1]) > 0", "false"],
  ])("the value of %j is shown", async (code, text) => {
    const shown = await kernel.run(code);
    expect(name === "tslab" ? streamText(shown) : plain(shown)).toBe(name === "tslab" ? `${text}\n` : text);
  });

  test("a displayed specification has its picture before the cell ends", async () => {
    const shown = await kernel.run(`
import { display } from "svclib/pandas_td/ipython";
display({ $schema: "https://vega.github.io/schema/vega-lite/v5.json", data: { values: [{ a: 1 }] }, mark: "point",
  encoding: { x: { field: "a", type: "quantitative" } } });
console.log("next");`);
    expect(shown.reply["status"]).toBe("ok");
    const displays = shown.outputs.filter(([type]) => type.endsWith("display_data"));
    expect(displays.map(([type]) => type)).toEqual(["display_data", "update_display_data"]);
    const ids = displays.map(([, { transient }]) => (transient as { display_id: string }).display_id);
    expect(ids[0]).toBe(ids[1]);
    expect(Object.keys(displays[1]?.[1]["data"] as object)).toEqual([
      "application/vnd.vegalite.v5+json",
      "image/png",
      "text/plain",
    ]);
  });

  test("the variable of a query has typed columns", async () => {
    await kernel.run(
      "%%svc_presto sample_datasets -o air\nselect origin, count(*) as flights from flights group by 1",
    );
    const columns = async (code: string): Promise<unknown> =>
      ((await request("complete_request", code))["matches"] as string[]).slice(0, 2).sort();
    expect(await columns('air.groupby("')).toEqual(["flights", "origin"]);
    expect(await columns("air.derive({ x: (d) => d.")).toEqual(["flights", "origin"]);
    await kernel.run(
      "%%svc_presto sample_datasets -o nested\nselect cast(row('Oslo', row(59.9)) as row(city varchar, at row(lat double))) as place",
    );
    expect(await columns("nested.derive({ x: (d) => d.place.")).toEqual(["at", "city"]);
    expect(await columns("nested.derive({ x: (d) => d.place.at.")).toEqual(["lat"]);
    const wrong = await kernel.run('console.log("begun"); air.array("orgin")');
    expect(wrong.reply["status"]).toBe("error");
    // tslab checks types before the cell runs.
    expect(streamText(wrong)).toBe(name === "tslab" ? "" : "begun\n");
    expect(JSON.stringify(wrong.reply["traceback"])).toMatch(/no column .+orgin.+did you mean .+origin/);
    await kernel.run(
      'import { create_engine, read_svc_query } from "svclib/pandas_td"; const presto = create_engine("presto:sample_datasets");',
    );
    await kernel.run('const hot = await read_svc_query("select symbol, price from stocks limit 2", presto)');
    expect(await columns('hot.array("')).toEqual(["price", "symbol"]);
  });

  test("tables of %svc_use read rows of their columns' types", async () => {
    await kernel.run("%svc_use sample_datasets");
    const read = await kernel.run(
      "const monthly = await stocks.read({ limit: 3 }); console.log(monthly.index[0])",
    );
    expect(streamText(read)).toBe("time\n");
    const { matches } = await request("complete_request", "monthly.derive({ x: (d) => d.");
    expect((matches as string[]).slice(0, 3).sort()).toEqual(["price", "symbol", "time"]);
    const wrong = await kernel.run('monthly.array("prcie")');
    expect(JSON.stringify(wrong.reply["traceback"])).toMatch(/no column .+prcie.+did you mean .+price/);
    const part = await kernel.run(
      'console.log((await stocks.read({ columns: ["price"], limit: 1 })).columnNames().join())',
    );
    expect(streamText(part)).toBe("price\n");
    const flights = await kernel.run("console.log((await magic_tables['flights'].read()).numRows())");
    expect(streamText(flights)).toBe(
      "INFO: 10,000 rows read; the table has 3,000,000 rows, which flights.read({ limit: null }) reads\n10000\n",
    );
  });

  longTest(
    "tables of %svc_use have the columns of the database used last, even those without a variable",
    async () => {
      for (const sql of [
        "create schema one",
        "create schema two",
        "create table one.people as select 'Kim' as name",
        "create table two.people as select 7 as age",
        'create table two."2024" as select 8 as n',
      ])
        await kernel.run(`%%svc_presto sample_datasets\n${sql.replace(/ (one|two)/, ` $1_${name}`)}`);
      await kernel.run(`%svc_use one_${name}`);
      const first = await kernel.run("console.log((await people.read()).array('name').join())");
      expect(streamText(first)).toBe("Kim\n");
      await kernel.run(`%svc_use two_${name}`);
      const second = await kernel.run(
        "console.log((await people.read()).array('age')[0], (await magic_tables['2024'].read()).array('n')[0])",
      );
      expect(streamText(second)).toBe("7 8\n");
      const wrong = await kernel.run("(await magic_tables['2024'].read()).array('m')");
      expect(String(wrong.reply["evalue"])).toContain(
        name === "tslab" ? '"m"\' is not assignable' : 'no column "m"; it has n',
      );
    },
  );

  test("%svc_use keeps the user's variables, also those that replaced a table since", async () => {
    await kernel.run("let sp500 = 'mine'");
    await kernel.run("%%svc_presto -o seattle_weather\nselect 1 as one");
    await kernel.run("flights = 'mine, too' as any");
    const used = `${plain(await kernel.run("%svc_use sample_datasets"))}\n`;
    for (const table of ["sp500", "seattle_weather", "flights"])
      expect(used).toContain(
        `WARNING: ${table} is a variable of yours, which is not changed; use magic_tables["${table}"]\n`,
      );
    expect(used).toContain("INFO: import stocks: 560 rows");
    const kept = await kernel.run(
      "console.log(sp500, seattle_weather.numCols(), flights, magic_tables['sp500'].name)",
    );
    expect(streamText(kept)).toBe("mine 1 mine, too sp500\n");
  });

  test("a result is streamed by a top-level for await loop", async () => {
    const cell = `import { connect } from "svclib/pandas_td";
let parts = connect().stream("select symbol from stocks", { db: "sample_datasets" });
let streamed = 0;
for await (const part of parts) {
  streamed += part.numRows();
}
console.log(streamed);`;
    expect(streamText(await kernel.run(cell))).toBe("560\n");
    const inside = await kernel.run(
      "let f = async () => { for await (const x of [1]) console.log(x) }\nconsole.log(2)",
    );
    expect(streamText(inside)).toBe("2\n");
  });

  test("a query's result is shown, and execute_input is the cell as typed", async () => {
    const code =
      "%%svc_presto\nselect symbol, count(*) as n from stocks group by symbol order by symbol limit 2";
    const result = await kernel.run(code);
    expect(result.reply).toMatchObject({ status: "ok" });
    expect(result.exchange.published[1]?.content["code"]).toBe(code);
    const [type, content] = result.outputs[0] ?? [];
    expect(type).toBe("execute_result");
    expect(content?.["execution_count"]).toBe(result.reply["execution_count"]);
    expect(Object.keys(content?.["data"] as object).sort()).toEqual(["text/html", "text/plain"]);
    expect(plain(result)).toMatch(/AAPL +123/);
  });

  test("-o creates a variable, and {name} inserts one into a query", async () => {
    const bound = await kernel.run(
      "%%svc_presto -o df\nselect symbol, max(price) as high from stocks group by symbol order by symbol",
    );
    expect(bound.reply["status"]).toBe("ok");
    expect(streamText(await kernel.run("console.log(df.numRows(), df.get('symbol', 0))"))).toBe("5 AAPL\n");
    await kernel.run('let wanted = ["IBM", "MSFT"]');
    const picked = await kernel.run(
      "%%svc_presto\nselect distinct symbol from stocks where symbol in {wanted} and symbol <> '{nothing}'",
    );
    expect(plain(picked)).toMatch(/IBM|MSFT/);
    expect(plain(picked)).not.toContain("AAPL");
  });

  test("a small table in braces goes with the query, a large one is refused with its name", async () => {
    await kernel.run(
      'const firms = [{ firm: "IBM", since: new Date("1911-06-16") }, { firm: "AMZN", since: null }];',
    );
    const cell =
      "select firms.firm, firms.since, max(s.price) as high from {firms} join stocks s on s.symbol = firm group by 1, 2 order by 1";
    const joined = await kernel.run(`%%svc_presto sample_datasets -o joined\n${cell}`);
    expect(joined.reply["status"]).toBe("ok");
    const rows = await kernel.run("console.log(JSON.stringify(joined.objects()))");
    expect(JSON.parse(streamText(rows))).toEqual([
      { firm: "AMZN", since: null, high: 135.91 },
      { firm: "IBM", since: "1911-06-16T00:00:00.000Z", high: 130.32 },
    ]);
    const again = await kernel.run(
      "%%svc_hive sample_datasets\nselect count(*) as n, max(high) as high from {joined}",
    );
    expect(plain(again)).toMatch(/2 +135\.91/);
    expect(
      JSON.stringify((await kernel.run(`%%svc_presto sample_datasets --dry-run\n${cell}`)).outputs),
    ).toContain("from ${firms} as firms join");
    await kernel.run("const many = Array.from({ length: 120_000 }, (_, n) => ({ n }));");
    const refused = JSON.stringify(
      await kernel.run("%%svc_presto sample_datasets\nselect count(*) from {many}"),
    );
    expect(refused).toContain("the table has 120,000 rows, and a query can hold 1,000; write it with to_svc");
    expect(refused).toContain("value 1 is {many}");
  });

  test("magics and ordinary code share a cell", async () => {
    const mixed = await kernel.run(
      "const before = 1;\nconst listed = %svc_tables sample_datasets.stocks\nconsole.log(before, listed.numRows());",
    );
    expect(streamText(mixed)).toBe("1 1\n");
  });

  test("an invalid magic fails the cell before anything runs", async () => {
    const { reply, outputs } = await kernel.run("globalThis.ran = true;\n%svc_tables --nonsense");
    expect(reply).toMatchObject({ status: "error", ename: "UsageError" });
    expect(outputs).toHaveLength(1);
    expect(outputs[0]?.[0]).toBe("error");
    expect(streamText(await kernel.run("console.log((globalThis as any).ran)"))).toBe("undefined\n");
  });

  test("a failing query shows an error message without internal stack", async () => {
    const { reply, outputs } = await kernel.run("%%svc_presto\nselect nothing from stocks");
    expect(reply).toMatchObject({ status: "error", ename: "QueryError" });
    const traceback = (outputs.at(-1)?.[1]["traceback"] as string[]).join("\n");
    expect(traceback).toContain("nothing");
    expect(traceback).not.toMatch(/dist|node_modules|file:/);
  });

  test("a failing query shows its line of SQL, and a caret under the position", async () => {
    const { reply } = await kernel.run("%%svc_presto\nselect symbol,\n  prcie\nfrom stocks");
    expect((reply["traceback"] as string[]).slice(1)).toEqual(["  2 |   prcie", "    |   ^"]);
    expect(reply["evalue"]).toContain("did you mean 'price'?");
  });

  test("svclib's functions and Arquero can be imported by name", async () => {
    const result = await kernel.run(
      'import { create_engine, read_svc_query } from "svclib/pandas_td";\nimport * as aq from "arquero";\n' +
        'const t = await read_svc_query("select 40 + 2 as answer", create_engine("presto:sample_datasets"));\n' +
        "console.log(t.get('answer', 0), t instanceof aq.ColumnTable);\naq.table({ x: [7] })",
    );
    expect(streamText(result)).toBe("42 true\n");
    expect(result.outputs.at(-1)?.[0]).toBe("execute_result");
    expect(plain(result)).toMatch(/x\n.*\n.*7/);
  });

  test("completion and tooltips know magics, tables and columns", async () => {
    expect((await request("complete_request", "%svc_ta"))["matches"]).toEqual(["%svc_tables"]);
    await until(
      async () => ((await request("complete_request", "%svc_use samp"))["matches"] as string[]).length > 0,
    );
    expect((await request("complete_request", "%svc_use samp"))["matches"]).toEqual(["sample_datasets"]);
    const table = "%%svc_presto\nselect * from stoc";
    await until(async () => ((await request("complete_request", table))["matches"] as string[]).length > 0);
    expect((await request("complete_request", table))["matches"]).toEqual(["stocks"]);
    const columns = await request("complete_request", "%%svc_presto\nselect s.sy from stocks s", 24);
    expect(columns["matches"]).toEqual(["symbol"]);
    const tooltip = await request("inspect_request", "%%svc_presto\nselect * from stocks", 30);
    expect((tooltip["data"] as Record<string, string>)["text/plain"]).toMatch(/symbol/);
    expect((await request("complete_request", "%svc_tables\nconst q = dec"))["matches"]).toContain(
      "decodeURI",
    );
  });

  test("a table of another copy of Arquero is displayed, too", async () => {
    const methods = [
      "numRows",
      "totalRows",
      "numCols",
      "columnNames",
      "data",
      "mask",
      "isOrdered",
      "indices",
    ];
    await kernel.run(
      'import * as arquero from "arquero";\nconst mine: any = arquero.table({ x: [7] });\n' +
        `const foreign = Object.fromEntries(${JSON.stringify(methods)}.map((name) => [name, (...args: any[]) => mine[name](...args)]));`,
    );
    const shown = await kernel.run("foreign");
    expect(shown.outputs.map(([type]) => type)).toEqual(["execute_result"]);
    expect(plain(shown)).toMatch(/x\n.*\n.*7/);
  });

  if (name === "tslab") {
    test("names bound by magics are typed", async () => {
      await kernel.run("%%svc_presto -o typed\nselect 1 as a");
      expect((await request("complete_request", "typed.numR"))["matches"]).toContain("numRows");
      const wrong = await kernel.run("typed.noSuchVerb()");
      expect(wrong.reply).toMatchObject({ status: "error", ename: "TypeScriptError" });
      expect((await request("complete_request", "sp5"))["matches"]).toContain("sp500");
      await kernel.run("let sp500 = 'mine'");
      expect(streamText(await kernel.run("console.log(sp500.length)"))).toBe("4\n");
    });
  }

  test("Stop kills the job on the service; the kernel and its variables survive", async () => {
    await kernel.run("let kept = 'still here'");
    const slow = kernel.run(
      "%%svc_presto\nselect sum(a.delay * b.delay) as x from flights a cross join flights b where a.delay <> b.distance",
    );
    const client = connect(service.apikey, service.url);
    const newest = async () => (await client.list_jobs())[0];
    await until(async () => (await newest())?.status === "running");
    await kernel.client.interrupt();
    const { reply, outputs } = await slow;
    expect(reply).toMatchObject({ status: "error", ename: "InterruptedError" });
    expect(outputs.filter(([type]) => type === "error")).toHaveLength(1);
    await until(async () => (await newest())?.status === "killed");
    client.close();
    expect(streamText(await kernel.run("console.log(kept)"))).toBe("still here\n");
  });

  if (name === "deno") {
    test("svc-deno refuses a variable that would hide one of Deno's own globals, and goes on", async () => {
      const query = "%%svc_presto sample_datasets -o";
      const refused = [
        await kernel.run("const process = 1;"),
        await kernel.run(`${query} performance\nselect 1 as one`),
      ];
      const next = await kernel.run(`${query} df\nselect 2 as two`);
      expect(refused.map(({ reply }) => reply["evalue"])).toEqual([
        expect.stringContaining("a variable called 'process' would hide"),
        expect.stringContaining("a variable called 'performance' would hide"),
      ]);
      expect(next.reply["status"]).toBe("ok");
    });
  }

  // Last: it breaks the kernel.
  test("a query that would be wrong because of replaced globals names them", async () => {
    const query = "%%svc_presto information_schema\nselect 1 as n";
    expect(streamText(await kernel.run(query), "stderr")).not.toContain("replaced");
    await kernel.run("Array.prototype.slice = (() => []) as any; 0");
    expect(streamText(await kernel.run(query), "stderr")).toContain(
      "results may be wrong: cells have replaced Array.prototype.slice",
    );
  });
});
