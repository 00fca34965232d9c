// Runs every block of the README and of the guides as written, outside of the clone, with the packed packages.
// SVC_WRITE_OUTPUTS=1 writes the outputs of this run into the pages instead of comparing them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findDeno } from "../../src/kernel/kernels/deno/find-deno.ts";
import type { Notebook } from "../../src/kernel/notebook/notebook-file.ts";
import type { Service } from "../../src/service/start-service.ts";
import { copySamples, startSampledService } from "../service/helpers/sampled-service.ts";
import { isShort } from "../jest/short-form.ts";
import { installedByNpm } from "../notebooks/support/install-package.ts";
import { comparableText, outputText, withoutProgress } from "./support/comparable-output.ts";
import { isCell, pageExamples, type Example } from "./support/page-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const examplesOf = (page: string): Example[] => pageExamples(readFileSync(join(ROOT, page), "utf8"));

/** Pages for developers and operators, without examples to run. */
const NOT_GUIDES = ["architecture.md", "dependencies.md", "dialects.md", "performance.md", "protocol.md"];
const pages = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md") && !NOT_GUIDES.includes(name))
    .map((name) => `docs/${name}`),
];

/** In the short form the README alone, in svc-tslab; test/notebooks has a notebook in svc-deno. */
const isTried = (page: string, kernel = "tslab"): boolean =>
  !isShort || (page === "README.md" && kernel === "tslab");

/** Commands that a test can't run: they install software from registries, or begin in a clone. */
const BRINGS = /^(npm (install|start|test)|pip install|git clone|cd )/;

let home: string;
let installed: string;
/** The scripts of the pages, and in `out` the same compiled. */
let scripts: string;
let service: Service;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-guides-"));
  installed = await installedByNpm();
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync(join(installed, "node_modules", "svclib", "dist", "cli", "svclib.cjs"), join(bin, "svclib"));
  // Stands in for JupyterLab, which would open a browser.
  writeFileSync(
    join(bin, "jupyter-lab"),
    '#!/bin/sh\n[ "$1" = --version ] && echo 4.6.6 || echo "jupyter lab $@"\n',
    {
      mode: 0o755,
    },
  );
  service = await startSampledService({ dataDir: join(home, "data") });
  env = {
    ...process.env,
    HOME: join(home, "user"),
    // What kernels compile of TypeScript is kept there, for those of all tests.
    XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
    JUPYTER_DATA_DIR: join(home, "user", "jupyter"),
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    SVC_API_KEY: service.apikey,
    SVC_API_SERVER: service.url,
    SVC_HOME: join(home, "svclib"),
    SVC_DENO: findDeno(),
  };
  scripts = join(home, "scripts");
  makeProject(scripts);
  await compileScripts();
}, 300_000);

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

/** Output of a command, standard output first. Throws on a failure that is not expected. */
async function run(cwd: string, command: readonly string[], foreseen = false): Promise<string> {
  const [program = "", ...args] = command;
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
  return promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      if (foreseen) return stdout + stderr;
      throw new Error(`${command.join(" ")}\n${stdout}${stderr}`, { cause: error });
    },
  );
}

/** A project in an empty folder, with the installed packages. */
function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}

/** A page's folder of scripts. */
const folderName = (page: string): string => page.replace(/\.md$/, "").replaceAll("/", "-");

/** Compiles the scripts of the pages as a strict project would, all at once: most of the compiler's time is for the packages' types. */
async function compileScripts(): Promise<void> {
  const names: string[] = [];
  for (const page of pages.filter((one) => isTried(one))) {
    mkdirSync(join(scripts, folderName(page)));
    for (const { language, code, words } of examplesOf(page).filter((block) => !isCell(block))) {
      if (language !== "ts") continue;
      const name = join(folderName(page), words[0] ?? "");
      writeFileSync(join(scripts, name), code);
      names.push(name);
    }
  }
  const flags =
    "--strict --target es2022 --lib es2023,esnext.disposable --module nodenext --types node --rootDir . --outDir out";
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await run(scripts, [process.execPath, tsc, ...flags.split(" "), ...names]);
}

const runScript = (
  page: string,
  folder: string,
  { words: [name = "", ...words] }: Example,
): Promise<string> => {
  const script = join(scripts, "out", folderName(page), name.replace(/ts$/, "js"));
  return run(folder, [process.execPath, script], words.includes("fails"));
};

/** Runs the lines of a block in turn; a service in the foreground is stopped once it answers. */
async function runCommands(folder: string, { code, words }: Example): Promise<string> {
  const lines = code.replaceAll("\\\n", "").split("\n");
  const known = lines.map((line) => line.replace(/\s+# .*/, "")).filter((line) => line && !BRINGS.test(line));
  if (known.some((line) => /^(npx )?svclib serve /.test(line))) {
    for (const line of known) await serve(folder, line);
    return "";
  }
  const script = known.map((line) => line.replace(/^npx svclib/, "svclib")).join("\n");
  return run(folder, ["bash", "--norc", "-euo", "pipefail", "-c", script], words.includes("fails"));
}

async function serve(folder: string, line: string): Promise<void> {
  const command = `${line.replace(/^npx /, "exec ").replace(/^svclib/, "exec svclib")} --json --port 0`;
  const data = mkdtempSync(join(home, "serve-"));
  if (line.includes("--samples")) await copySamples(data);
  const child = spawn("bash", ["-c", command], { cwd: folder, env: { ...env, SVC_HOME: data } });
  const [first] = (await once(createInterface(child.stdout), "line")) as [string];
  expect(JSON.parse(first)).toMatchObject({ url: expect.stringContaining("http://"), pid: child.pid });
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Runs a page's cells as one notebook. @returns the output of each cell. */
async function runCells(
  folder: string,
  cells: readonly Example[],
  kernel: "tslab" | "deno",
): Promise<string[]> {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map(({ code, words }) => ({
      cell_type: "code",
      metadata: { tags: words.includes("fails") ? ["raises-exception"] : [] },
      source: code.trimEnd(),
    })),
  };
  writeFileSync(join(folder, "page.ipynb"), JSON.stringify(notebook));
  await run(folder, [
    // SQL over local tables runs on the same service.
    "env",
    `SVC_HOME=${join(home, "data")}`,
    "svclib",
    "run",
    "page.ipynb",
    "--kernel",
    `svc-${kernel}`,
    "--output",
    "run.ipynb",
    "--timeout",
    "60",
  ]);
  const executed = JSON.parse(readFileSync(join(folder, "run.ipynb"), "utf8")) as Notebook;
  return executed.cells.map(({ outputs = [] }) => outputs.map(outputText).join(""));
}

/** Outputs of a page's blocks. */
type Outputs = Map<Example, string>;

async function runPage(page: string, folder: string, examples: readonly Example[]): Promise<Outputs> {
  const outputs: Outputs = new Map();
  for (const example of examples.filter((block) => !isCell(block))) {
    const [name = ""] = example.words;
    if (example.language === "ts") outputs.set(example, await runScript(page, folder, example));
    else if (example.language === "sh") outputs.set(example, await runCommands(folder, example));
    else if (name.includes(".")) writeFileSync(join(folder, name), example.code);
    if (example.language === "json") JSON.parse(example.code);
  }
  return outputs;
}

function writeOutputs(page: string, outputs: Outputs): void {
  const lines = readFileSync(join(ROOT, page), "utf8").split("\n");
  // Bottom up, so that the line numbers above stay valid; the other tests of the page may have shifted them.
  const now = pageExamples(lines.join("\n"));
  for (const [{ index, output }, text] of [...outputs].reverse()) {
    const place = now[index]?.output;
    if (!output || !place || comparableText(place.code) === comparableText(text)) continue;
    const length = place.code.split("\n").length - 1;
    lines.splice(place.line, length, ...withoutProgress(text).trimEnd().split("\n"));
  }
  writeFileSync(join(ROOT, page), lines.join("\n"));
}

function check(page: string, outputs: Outputs): void {
  if (process.env["SVC_WRITE_OUTPUTS"]) return writeOutputs(page, outputs);
  for (const [{ line, output }, now] of outputs) {
    const place = `${page}, line ${line}`;
    if (output) expect(`${place}\n${comparableText(now)}`).toBe(`${place}\n${comparableText(output.code)}`);
  }
}

/** Pages without examples need no test. */
const withExamples = pages.filter((page) => examplesOf(page).length > 0);
const KERNELS = ["tslab", "deno"] as const;

/** An empty project in a folder of that name. */
function folderOf(name: string): string {
  const folder = join(home, name);
  makeProject(folder);
  return folder;
}

describe.each(withExamples)("%s", (page) => {
  const examples = examplesOf(page);
  const cells = examples.filter(isCell);

  if (cells.length < examples.length && isTried(page))
    test("scripts and commands do what the page says", async () => {
      check(page, await runPage(page, folderOf(`page-${folderName(page)}`), examples));
    }, 300_000);

  for (const kernel of KERNELS.filter((name) => cells.length > 0 && isTried(page, name)))
    test(`cells do what the page says in svc-${kernel}`, async () => {
      const texts = await runCells(folderOf(`${kernel}-${folderName(page)}`), cells, kernel);
      check(page, new Map(cells.map((cell, at) => [cell, texts[at] ?? ""])));
    }, 180_000);
});

test("all blocks are of known kinds", () => {
  const kinds = pages.flatMap((page) =>
    examplesOf(page)
      .filter((block) => !isCell(block))
      .map(({ language }) => language),
  );
  expect([...new Set(kinds)].sort()).toEqual([
    "bash",
    "cron",
    "ini",
    "json",
    "nginx",
    "python",
    "sh",
    "sql",
    "ts",
    "yaml",
  ]);
});
