import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { longTest } from "../../jest/short-form.ts";
import { compile, sampleProject, SHOP, svclib, writeIn } from "./sample-project.ts";

const DATABASE = `import { connect, create_engine, sql } from "svclib";
export { read_svc_query as run } from "svclib";
export const client = connect(null, null, { database: "shop" });
export const shop = create_engine("presto:shop");
export const hive = create_engine("hive:shop");
export const Texts = { columns: "symbol, price", all: "select * from orders" } as const;
export const late = sql\`where price > 10\`;
`;

const RIGHT = `import { read_svc_query, sql } from "svclib";
import { client, hive, late, run, shop, Texts } from "./database.ts";
export async function report(min: number, symbols: readonly string[], name: string | null, any: any) {
  const t = await read_svc_query("select symbol, max(price) as high from orders group by symbol", shop);
  const high: number = t.objects()[0]!.high;
  for await (const part of client.stream("select count(*) as n from customers")) part.get("n", 0).toFixed();
  const dated = await read_svc_query("select symbol from orders", shop, { parse_dates: ["symbol"] });
  const own = await read_svc_query<{ a: Date }>("select symbol as a from orders", shop);
  own.objects()[0]!.a.getTime();
  await run(\`select \${Texts.columns} from orders\`, shop);
  await run(Texts.all, hive);
  await run("select a from " + "t", shop, { params: { db: name! } });
  await client.query(sql\`select id from orders where price > \${min} and symbol in \${symbols} and symbol = \${name} limit \${min}\`);
  await client.query(sql\`select id from orders \${late} and id = \${any}\`);
  await client.query(sql\`select \${sql.id(["id", "symbol"])}, \${sql.raw("price + 1")} from orders\`);
  await client.query("select collect_set(symbol) as s from orders", { engine: "hive" });
  return high > 1 ? "select 1" : dated;
}
`;

const WRONG = `import { read_svc as read, sql } from "svclib";
import * as svc from "svclib";
import { client, hive, run, shop } from "./database.ts";
const wrong = "select symbol from oders";
export const queries = async (name: string, ids: number[], maybe?: string, built = "") => {
  await svc.read_svc_query("select symbl from orders", shop);
  await read(wrong, shop);
  await run(\`select o.symbol,
            c.contry
     from orders o join customers c on o.id = c.id\`, shop);
  await run("select symbol, max(price) from orders", shop);
  await run("select symbol + 1 from orders", shop);
  await run("select '\\u{1F600}\\n', lenght(symbol) from orders", shop);
  await client.query("select id from orders, customers", { engine: hive });
  await client.query(sql\`select id from orders where price > \${name}\`);
  await client.query(sql\`select id from orders where symbol = \${maybe}\`);
  await client.query(sql\`select id from orders where symbol in \${ids}\`);
  await client.query(built);
};
export const later = (day: string) => sql\`select id from ordrs where symbol = \${day}\`;
`;

let folder: string;
const home = process.cwd();

beforeAll(() => {
  folder = sampleProject({ "src/database.ts": DATABASE, "src/right.ts": RIGHT });
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => void jest.restoreAllMocks());

describe("a project without an error", () => {
  test("is checked, with what can't be known", async () => {
    expect(await svclib("check")).toBe(`10 statements checked, 1 not:
  src/right.ts:12:13: its database is chosen at run time; --database names one to check it with
exit 0`);
  });

  test("is checked in files and databases of the command line", async () => {
    expect(await svclib("check", "src/database.ts")).toBe("0 statements checked.\nexit 0");
    expect(await svclib("check", "src/right.ts", "--database", "shop", "--format", "github")).toContain(
      "::error file=src/right.ts,line=12,endLine=12,col=33,endColumn=34,title=TABLE_NOT_FOUND::table 'shop.t' does not exist",
    );
  });

  test("gets types", async () => {
    expect(await svclib("types", "--check")).toBe(
      "exit 1 svclib.d.ts does not exist; run svclib types, and commit the file",
    );
    expect(await svclib("types")).toBe("svclib.d.ts: 7 statements\nexit 0");
    expect(await svclib("types", "--check")).toBe("svclib.d.ts: up to date, 7 statements\nexit 0");
  });

  longTest("gets types that the compiler takes", async () => {
    expect(await compile(folder)).toEqual([]);
  });
});

describe("ten wrong statements", () => {
  beforeAll(() => writeIn(folder, "src/wrong.ts", WRONG));

  test("check says what is wrong with each, and where", async () => {
    const said = await svclib("check", "src/wrong.ts");
    expect(said.split("\n").filter((line) => line.startsWith("src/"))).toEqual([
      "src/wrong.ts:6:36 - error COLUMN_NOT_FOUND: column 'symbl' cannot be resolved; did you mean 'symbol'?",
      "src/wrong.ts:4:35 - error TABLE_NOT_FOUND: table 'shop.oders' does not exist; did you mean 'orders'?",
      "src/wrong.ts:9:15 - error COLUMN_NOT_FOUND: column 'c.contry' cannot be resolved; did you mean 'country'?",
      "src/wrong.ts:11:21 - error EXPRESSION_NOT_AGGREGATE: 'symbol' must be an aggregate expression or appear in the GROUP BY clause",
      "src/wrong.ts:12:28 - error TYPE_MISMATCH: cannot apply operator: varchar + integer",
      "src/wrong.ts:13:36 - error FUNCTION_NOT_FOUND: function 'lenght' is not known; did you mean 'length'?",
      "src/wrong.ts:14:30 - error AMBIGUOUS_NAME: column 'id' is ambiguous",
      "src/wrong.ts:15:64 - error TYPE_MISMATCH: cannot apply operator: double > varchar; name is string",
      "src/wrong.ts:16:65 - error INVALID_PARAMETER_USAGE: maybe can be undefined, which has no SQL literal",
      "src/wrong.ts:17:66 - error TYPE_MISMATCH: cannot apply operator: varchar IN bigint; ids is number[]",
      "src/wrong.ts:20:58 - error TABLE_NOT_FOUND: table 'shop.ordrs' does not exist; did you mean 'orders'?",
    ]);
    expect(said).toContain(`
13   await run("select '\\u{1F600}\\n', lenght(symbol) from orders", shop);
                                      ~~~~~~
`);
    expect(said.split("\n").slice(-3)).toEqual([
      "Found 11 errors in 1 file; 11 statements checked, 1 not:",
      "  src/wrong.ts:18:22: built is not a constant text",
      "exit 1",
    ]);
  });

  test("as JSON", async () => {
    const said = await svclib("check", "src/wrong.ts", "--json");
    const { statements, checked, faults, unchecked } = JSON.parse(said.replace(/exit 1$/, "")) as Record<
      string,
      unknown[]
    >;
    expect({ statements, checked, unchecked }).toEqual({
      statements: 12,
      checked: 11,
      unchecked: [{ file: "src/wrong.ts", line: 18, column: 22, reason: "built is not a constant text" }],
    });
    expect(faults?.[0]).toEqual({
      file: "src/wrong.ts",
      line: 6,
      column: 36,
      end_line: 6,
      end_column: 41,
      code: "COLUMN_NOT_FOUND",
      message: "column 'symbl' cannot be resolved; did you mean 'symbol'?",
    });
  });

  longTest(
    "with the written types the compiler says it too, but of values only what has no literal",
    async () => {
      expect(await svclib("types")).toBe(
        "svclib.d.ts: 14 statements, 7 of them with an error: svclib check shows it\nexit 0",
      );
      const said = await compile(folder);
      expect(said.map((line) => line.slice(0, line.indexOf(":")))).toEqual([
        "src/wrong.ts(6,28)",
        "src/wrong.ts(7,14)",
        "src/wrong.ts(8,13)",
        "src/wrong.ts(11,13)",
        "src/wrong.ts(12,13)",
        "src/wrong.ts(13,13)",
        "src/wrong.ts(14,22)",
        "src/wrong.ts(16,65)",
      ]);
      expect(said[0]).toBe(
        `src/wrong.ts(6,28): error TS2345: Argument of type '"select symbl from orders"' is not assignable to parameter of type '"column 'symbl' cannot be resolved; did you mean 'symbol'?"'.`,
      );
      expect(said[7]).toContain("'string | undefined' is not assignable to parameter of type 'SqlValue'");
    },
  );
});

test("--watch checks again after a change", async () => {
  const watched = sampleProject({ "database.ts": DATABASE, "one.ts": "" });
  const use = (column: string): void =>
    writeIn(
      watched,
      "one.ts",
      `import { run, shop } from "./database.ts"; await run("select ${column} from orders", shop);`,
    );
  use("symbl");
  const command = join(import.meta.dirname, "../../../dist/cli/svclib.cjs");
  const child = spawn(process.execPath, [command, "check", "--watch"], { cwd: watched });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const summary = async (): Promise<string | undefined> => {
    for (;;) {
      const line = await lines.next();
      if (line.done === true || line.value.includes("checked")) return line.value as string | undefined;
    }
  };
  try {
    expect(await summary()).toBe("Found 1 error in 1 file; 1 statement checked.");
    use("symbol");
    expect(await summary()).toBe("1 statement checked.");
    const catalogue = SHOP.replace('"symbol"', '"ticker"');
    writeIn(watched, "svclib.catalog.json", catalogue);
    expect(await summary()).toBe("Found 1 error in 1 file; 1 statement checked.");
    // A folder that was empty when it was first seen, and one that is made again, as by a change of branches.
    mkdirSync(join(watched, "more/deep"), { recursive: true });
    expect(await summary()).toBe("Found 1 error in 1 file; 1 statement checked.");
    const statement =
      'import { run, shop } from "../../database.ts"; await run("select id from orders", shop);';
    writeIn(watched, "more/deep/two.ts", statement);
    expect(await summary()).toBe("Found 1 error in 1 file; 2 statements checked.");
    rmSync(join(watched, "more"), { recursive: true });
    expect(await summary()).toBe("Found 1 error in 1 file; 1 statement checked.");
    writeIn(watched, "more/deep/two.ts", statement);
    expect(await summary()).toBe("Found 1 error in 1 file; 2 statements checked.");
    writeIn(watched, "more/deep/two.ts", statement.replace("id", "ticker"));
    expect(await summary()).toBe("Found 1 error in 1 file; 2 statements checked.");
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(watched, { recursive: true, force: true });
  }
});
