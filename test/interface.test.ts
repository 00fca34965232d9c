// The interface's names, copied literally: functions, their options, magics, their options, and environment variables.
import { expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../src/cli/main.ts";
import * as functions from "../src/core/pandas-td.ts";
import { ALL_MAGICS } from "../src/magics/commands/all-magics.ts";

const ROOT = join(import.meta.dirname, "..");

const OPTIONS = {
  create_engine: ["header", "show_progress", "clear_progress"],
  read_svc_query: ["index_col", "parse_dates", "distributed_join", "params"],
  read_svc: ["index_col", "parse_dates", "distributed_join", "params"],
  read_svc_job: ["index_col", "parse_dates"],
  read_svc_table: ["index_col", "parse_dates", "columns", "time_range", "limit"],
  to_svc: [
    "if_exists",
    "time_col",
    "time_index",
    "index",
    "index_label",
    "chunksize",
    "date_format",
    "writer",
    "fmt",
  ],
} as const;

/** Calls a function with options, on an address where nothing answers. @returns the error's name, or null. */
async function failure(name: keyof typeof OPTIONS, options: object): Promise<string | null> {
  const client = functions.connect("1/key", "http://127.0.0.1:9", { max_cumul_retry_delay: 0 });
  const engine = functions.create_engine("presto:db1", client);
  const calls = {
    create_engine: () => Promise.resolve(functions.create_engine("presto:db1", client, options)),
    read_svc_query: () => functions.read_svc_query("select 1", engine, options),
    read_svc: () => functions.read_svc("select 1", engine, options),
    read_svc_job: () => functions.read_svc_job(1, engine, options),
    read_svc_table: () => functions.read_svc_table("t", engine, options),
    to_svc: () => functions.to_svc([{ a: 1 }], "db1.t", client, options),
  };
  return Promise.resolve()
    .then((): Promise<unknown> => calls[name]())
    .then(
      () => null,
      (error: unknown) => (error as Error).name,
    )
    .finally(() => client.close());
}

test.each(Object.entries(OPTIONS) as [keyof typeof OPTIONS, readonly string[]][])(
  "%s takes the interface's options and no unknown one",
  async (name, options) => {
    for (const option of options)
      expect([option, await failure(name, { [option]: undefined })]).toEqual([
        option,
        name === "create_engine" ? null : "NetworkError",
      ]);
    expect(await failure(name, { no_such_option: 1 })).toBe("ConfigError");
  },
);

test("the magics, line or cell", () => {
  const kinds = ALL_MAGICS.map(({ name, kind }) => `${kind === "cell" ? "%%" : "%"}${name}`);
  expect(kinds).toEqual(
    expect.arrayContaining([
      "%svc_databases",
      "%svc_tables",
      "%svc_jobs",
      "%svc_use",
      "%svc_job",
      "%%svc_hive",
      "%%svc_presto",
    ]),
  );
});

test.each(["svc_job", "svc_hive", "svc_presto"])("the options of %s, with their letters", (magic) => {
  const { options = [] } = ALL_MAGICS.find(({ name }) => name === magic) ?? {};
  const forms = options.map(({ name, short, value }) =>
    [`--${name}`, short && `-${short}`, value && `<${value.toLowerCase()}>`].filter(Boolean).join(" "),
  );
  expect(forms).toEqual(
    expect.arrayContaining([
      "--pivot",
      "--plot",
      "--dry-run -n",
      "--verbose -v",
      "--connection -c <connection>",
      "--dropna -d",
      "--out -o <out>",
      "--out-file -O <out_file>",
      "--quiet -q",
      "--timezone -T <timezone>",
    ]),
  );
});

const help = ((): string => {
  let text = "";
  const program = createProgram();
  for (const one of [program, ...program.commands]) {
    one.configureOutput({ writeOut: (part) => void (text += part) });
    one.outputHelp();
  }
  return text;
})();

/** Set by the kernel for its child, not by people. */
const INTERNAL = ["SVC_NOTEBOOK"];

test("--help names every environment variable that svclib reads", () => {
  expect(help).toContain("SVC_API_KEY ");
  expect(help).toContain("SVC_API_SERVER ");
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(ROOT, "src", name), "utf8"))
    .join("\n");
  const names = [...sources.matchAll(/env\w*(?:\?\.)?\["(SVC_\w+)"\]/g)].map(([, name = ""]) => name);
  expect(names).toContain("SVC_API_KEY");
  expect([...new Set(names)].filter((name) => !help.includes(name) && !INTERNAL.includes(name))).toEqual([]);
});

test.each([
  [["--version"], 0],
  [["serve", "--port", "x"], 2],
  [["run", "no-such.ipynb"], 2],
  [["query", "select 1"], 3],
])("svclib %j exits with %i, a code that --help names", (args, code) => {
  const command = join(ROOT, "dist", "cli", "svclib.cjs");
  // Nothing listens on port 9.
  const env = { ...process.env, SVC_API_KEY: "1/0123", SVC_API_SERVER: "http://127.0.0.1:9" };
  expect(spawnSync(process.execPath, [command, ...args], { env }).status).toBe(code);
  expect(help).toMatch(new RegExp(`^  ${code} {2,}\\S`, "m"));
});
