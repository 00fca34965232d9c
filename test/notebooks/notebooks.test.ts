// Every notebook runs on both kernels, installed outside of the clone, and gives the committed outputs.
// SVC_WRITE_OUTPUTS=1 writes the outputs of this run into the notebooks instead of comparing them.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findDeno } from "../../src/kernel/kernels/deno/find-deno.ts";
import type { Notebook, Output } from "../../src/kernel/notebook/notebook-file.ts";
import { joinedText } from "../../src/kernel/notebook/notebook-file.ts";
import type { Service } from "../../src/service/start-service.ts";
import { startSampledService } from "../service/helpers/sampled-service.ts";
import { comparableText, isProgress } from "../docs/support/comparable-output.ts";
import { isShort, longTest, someOf } from "../jest/short-form.ts";
import { installedByNpm, installPackage, packedPackages } from "./support/install-package.ts";

const ROOT = join(import.meta.dirname, "../..");
const names = readdirSync(join(ROOT, "notebooks")).filter((name) => name.endsWith(".ipynb"));

type Kernel = "tslab" | "deno";

interface CodeCell {
  readonly source: string;
  readonly outputs: readonly Output[];
}

let home: string;
/** A folder with notebooks only. */
let bare: string;
/** A project with its own packages. */
let project: string;
let byNpm: string;
let byPnpm: string;
/** Also the service of SQL over local tables. */
let service: Service;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-notebooks-"));
  byNpm = join(await installedByNpm(), "node_modules", "svclib");
  byPnpm = installPackage(await packedPackages(), join(home, "by-pnpm"), "pnpm");
  bare = join(home, "bäre folder");
  mkdirSync(bare);
  project = makeProject(join(home, "project"));
  service = await startSampledService({ dataDir: join(home, "data") });
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

function makeProject(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/arquero/package.json"), "utf8")) as {
    version: string;
  };
  mkdirSync(join(folder, "node_modules", "svclib"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "project", type: "commonjs", dependencies: { arquero: version, svclib: "0.0.1" } }),
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", types: [] } }),
  );
  // An old version; the kernel must not use it.
  const old = { name: "svclib", version: "0.0.1", main: "index.js", types: "index.d.ts" };
  writeFileSync(join(folder, "node_modules/svclib/package.json"), JSON.stringify(old));
  writeFileSync(join(folder, "node_modules/svclib/index.js"), "exports.old = true;");
  writeFileSync(join(folder, "node_modules/svclib/index.d.ts"), "export const old: boolean;");
  for (const name of ["arquero", "@uwdata/flechette", "acorn"])
    cpSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  return folder;
}

/** Runs a notebook with an installed package, as a user would; an example is copied from the package if the folder lacks it. */
async function runInstalled(root: string, path: string, kernel: Kernel): Promise<Notebook> {
  const output = `${path}.${kernel}`;
  const env = {
    ...process.env,
    // One of them makes a folder for its files.
    TMPDIR: home,
    TEMP: home,
    SVC_API_KEY: service.apikey,
    SVC_API_SERVER: service.url,
    SVC_HOME: join(home, "data"),
    SVC_DENO: findDeno(),
  };
  const command = join(root, "dist", "cli", "svclib.cjs");
  const args = [command, "run", path, "--kernel", `svc-${kernel}`, "--output", output, "--timeout", "60"];
  await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return readNotebook(output);
}

const readNotebook = (path: string): Notebook => JSON.parse(readFileSync(path, "utf8")) as Notebook;

const codeCells = ({ cells }: Notebook): CodeCell[] =>
  cells
    .filter(({ cell_type }) => cell_type === "code")
    .map(({ source, outputs = [] }) => ({ source: joinedText(source), outputs }));

/** An output as committed: a chart's picture without its data; nothing for progress. */
function committed(output: Output): Output[] {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return [output];
  if (isProgress(joinedText((output.data["text/plain"] ?? "") as string | string[]))) return [];
  const { "application/vnd.vegalite.v5+json": _, "image/svg+xml": svg, ...data } = output.data;
  const picture = svg === undefined || "image/png" in data ? {} : { "image/svg+xml": svg };
  return [{ ...output, metadata: {}, data: { ...data, ...picture } }];
}

/** An output without what differs from run to run. */
function said(output: Output): string[] {
  if (output.output_type === "stream") return [comparableText(joinedText(output.text))];
  if (output.output_type === "error") return [output.ename];
  const texts = Object.entries(output.data).map(([type, value]) =>
    // A picture's bytes depend on the machine's fonts and libraries.
    type.startsWith("image/") ? "picture" : `${type}\n${comparableText(joinedText(value as string | string[]))}`,
  );
  return texts.sort();
}

/** Outputs of a notebook, cell by cell. The list of jobs is longer for the second kernel. */
const whole = (notebook: Notebook): string[] =>
  codeCells(notebook)
    .filter(({ source }) => !source.startsWith("%svc_jobs"))
    .map(({ source, outputs }) => [source, ...outputs.flatMap(committed).flatMap(said)].join("\n=> "));

/** Tables and charts only: the kernels print other values differently. */
function tablesAndCharts(notebook: Notebook): string[] {
  const isRich = (output: Output): boolean => "data" in output && Object.keys(output.data).length > 1;
  const cells = notebook.cells.map((cell) => ({
    ...cell,
    outputs: (cell.outputs ?? []).flatMap(committed).filter(isRich),
  }));
  return whole({ ...notebook, cells });
}

function writeOutputs(path: string, run: Notebook): void {
  const notebook = readNotebook(path);
  notebook.cells.forEach((cell, at) => {
    if (cell.cell_type !== "code") return;
    const { outputs = [], execution_count = null } = run.cells[at] ?? {};
    Object.assign(cell, { outputs: outputs.flatMap(committed), execution_count });
  });
  writeFileSync(path, `${JSON.stringify(notebook, null, 1)}\n`);
}

describe.each(names)("%s", (name) => {
  const path = join(ROOT, "notebooks", name);

  longTest("runs on both kernels, installed elsewhere, and gives the committed outputs", async () => {
    const tslab = await runInstalled(byNpm, join(bare, name), "tslab");
    const deno = await runInstalled(byNpm, join(bare, name), "deno");
    expect(tslab.cells.length).toBeGreaterThan(2);
    expect(tablesAndCharts(deno)).toEqual(tablesAndCharts(tslab));
    if (process.env["SVC_WRITE_OUTPUTS"]) writeOutputs(path, tslab);
    else expect(whole(tslab)).toEqual(whole(readNotebook(path)));
  });

  test("is small, and contains no path of a machine", () => {
    const text = readFileSync(path, "utf8");
    expect(text.length).toBeLessThan(300_000);
    expect(text).not.toMatch(/\/(home|root|Users|tmp|var|work)\//);
  });
});

// Installed packages in svc-tslab: below, and test/docs.
if (isShort)
  test("an example runs on svc-deno, installed elsewhere, and gives the committed tables and charts", async () => {
    const [name = ""] = names;
    const run = await runInstalled(byNpm, join(bare, name), "deno");
    expect(tablesAndCharts(run)).toEqual(tablesAndCharts(readNotebook(join(ROOT, "notebooks", name))));
  });

describe("installed by pnpm, used in a project with its own packages", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  /** Variables whose types use everything that can be imported. */
  const everything = Object.keys(exports)
    .filter((path) => !path.endsWith(".json") && path !== "./testing")
    .map((path, at) => `import * as m${at} from "svclib${path.slice(1)}";\nconst all${at} = { ...m${at} };`);

  const bound = [
    "const jobs = %svc_jobs",
    'import { connect, create_engine, read_svc_query } from "svclib/pandas_td";\nconst client = connect();',
    'const engine = create_engine("presto:sample_datasets", client);\nconst one = await read_svc_query("select 1 as a", engine);',
    'import * as aq from "arquero";\nconst joined = one.join(aq.table({ a: [1], b: [2] }));',
    "const [firstDatabase] = await client.list_databases();\nconst [job] = await client.list_jobs();",
  ];

  // What pnpm changes is where packages are found: these two load all that notebooks need (charts and pictures, Parquet files). The
  // others run above.
  const examples = (isShort ? [] : ["quickstart.ipynb", "from-query-to-file.ipynb"])
    .map((name) => readFileSync(join(ROOT, "notebooks", name), "utf8"))
    .flatMap((text) => (JSON.parse(text) as Notebook).cells)
    .filter(({ cell_type }) => cell_type === "code")
    .map(({ source }) => joinedText(source));

  const used =
    'if (joined.get("b", 0) !== 2 || jobs.numRows() < 0 || !job || !firstDatabase) throw new Error("wrong");';

  /** Refused by a kernel with type checks. */
  const mistakes = ["jobs", "client", "engine", "one", "joined", "firstDatabase", "job"]
    .map((name) => `${name}.nothing`)
    .join(", ");

  const kernels = [
    [
      "tslab",
      [
        "Table<any, never>",
        "Client",
        "QueryEngine",
        "Table<{ a: number; }, never>",
        "Table<any, never>",
        "DatabaseRecord",
        "Job",
      ],
    ],
    ["deno", []],
  ] as const;
  test.each(someOf(kernels, 2))(
    "svc-%s runs notebooks and imports everything that is exported",
    async (kernel, types) => {
      const path = join(project, "all.ipynb");
      const cells = [...everything, ...bound, used, ...examples];
      writeNotebook(path, [...cells, mistakes]);
      const run = codeCells(await runInstalled(byPnpm, path, kernel));
      expect(run).toHaveLength(cells.length + 1);
      const errors = (run.at(-1)?.outputs ?? []).flatMap((output) =>
        output.output_type === "error" ? output.traceback : [],
      );
      expect(errors.map((line) => /on type '(.*?)'/.exec(line)?.[1])).toEqual(types);
    },
    180_000,
  );
});

/** Writes a notebook whose last cell may fail. */
function writeNotebook(path: string, sources: readonly string[]): void {
  const cells = sources.map((source, at) => ({
    cell_type: "code",
    metadata: at === sources.length - 1 ? { tags: ["raises-exception"] } : {},
    source,
  }));
  writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
}
