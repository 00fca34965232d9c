import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { jest } from "@jest/globals";
import { createProgram } from "../../../src/cli/main.ts";
import { catalogueFile } from "../../../src/core/wire/catalogue-file.ts";

const ROOT = join(import.meta.dirname, "../../..");

const columns = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }));

export const SHOP = catalogueFile([
  {
    name: "shop",
    tables: [
      {
        name: "orders",
        columns: columns({ id: "long", symbol: "string", price: "double", tags: "array<string>" }),
      },
      { name: "customers", columns: columns({ id: "long", country: "string" }) },
      { name: "events", columns: [] },
    ],
  },
]);

const CONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2023"],
    module: "nodenext",
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ["**/*.ts"],
};

/** A TypeScript project in a new folder, with the built svclib. */
export function sampleProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "svclib-checked-"));
  const all = {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify(CONFIG),
    "svclib.catalog.json": SHOP,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) writeIn(folder, name, text);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules", "svclib"), "junction");
  symlinkSync(join(ROOT, "node_modules/typescript"), join(folder, "node_modules", "typescript"), "junction");
  return folder;
}

export function writeIn(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** What `tsc` says of a project, a line for each error. */
export async function compile(folder: string, typescript = "typescript"): Promise<string[]> {
  const tsc = join(ROOT, "node_modules", typescript, "bin", "tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.split("\n").filter((line) => /^\S/.test(line));
}

/** What a command prints; its error's message at the end. */
export async function svclib(...args: string[]): Promise<string> {
  let printed = "";
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const end = await createProgram()
    .parseAsync(["node", "svclib", ...args])
    .then(
      () => "exit 0",
      (error: Error) => `exit 1 ${error.message}`.trimEnd(),
    );
  jest.restoreAllMocks();
  return printed + end;
}
