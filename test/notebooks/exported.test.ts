import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { readNotebook } from "../../src/kernel/notebook/notebook-file.ts";
import { notebookScript } from "../../src/kernel/notebook/notebook-script.ts";
import type { Service } from "../../src/service/start-service.ts";
import { startSampledService } from "../service/helpers/sampled-service.ts";
import { someOf } from "../jest/short-form.ts";

const ROOT = join(import.meta.dirname, "../..");
const names = readdirSync(join(ROOT, "notebooks"))
  .filter((name) => name.endsWith(".ipynb"))
  .map((name) => name.replace(".ipynb", ""));
const run = promisify(execFile);

let home: string;
let service: Service;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "svclib-exported-"));
  mkdirSync(join(home, "node_modules"));
  for (const [name, target] of [
    ["svclib", ROOT],
    ["arquero", join(ROOT, "node_modules/arquero")],
    ["@types", join(ROOT, "node_modules/@types")],
  ] as const)
    symlinkSync(target, join(home, "node_modules", name), "junction");
  service = await startSampledService({ dataDir: join(home, "data") });
  const [first = "", ...others] = names;
  const command = join(ROOT, "dist/cli/svclib.cjs");
  await run(process.execPath, [
    ...[command, "export", join(ROOT, "notebooks", `${first}.ipynb`)],
    ...["--output", join(home, `${first}.mts`)],
  ]);
  for (const name of others) {
    const script = notebookScript(await readNotebook(join(ROOT, "notebooks", `${name}.ipynb`)), `${name}.ipynb`, `${name}.mts`);
    writeFileSync(join(home, `${name}.mts`), script);
  }
});

afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true, force: true });
});

test("every exported notebook is strict TypeScript with erasable types", () => {
  const program = ts.createProgram({
    rootNames: names.map((name) => join(home, `${name}.mts`)),
    options: {
      strict: true,
      noEmit: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ESNext,
      types: ["node"],
      typeRoots: [join(home, "node_modules/@types")],
    },
  });
  expect(
    ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  ).toEqual([]);
});

test.each(someOf(names, 8))("%s runs as a script", async (name) => {
  // Node.js 20 strips no types.
  const { outputText } = ts.transpileModule(readFileSync(join(home, `${name}.mts`), "utf8"), {
    fileName: `${name}.mts`,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  });
  writeFileSync(join(home, `${name}.mjs`), outputText);
  // One of them makes a folder for its files.
  const temporary = { TMPDIR: home, TEMP: home };
  // SQL over local tables runs on the same service.
  const local = { SVC_HOME: join(home, "data") };
  const account = { SVC_API_KEY: service.apikey, SVC_API_SERVER: service.url };
  const env = { ...process.env, ...temporary, ...account, ...local };
  const { stdout, stderr } = await run(process.execPath, [join(home, `${name}.mjs`)], { env, cwd: home });
  expect(stderr).toBe("");
  expect(stdout.length).toBeGreaterThan(100);
});
