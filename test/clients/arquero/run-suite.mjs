// run-suite.mjs CHECKOUT own|arquero: runs the tests of a checkout of Arquero's repository with svclib's tables, or with Arquero's. Prints a
// line per test: `STEP <file>, <subject>: <test>` and, after a tab, `passed` or the first line of the error.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as hooks from "../../jest/load-hooks.mjs";

const [checkout, tables] = process.argv.slice(2);
const packages = fileURLToPath(new URL("../../../node_modules", import.meta.url));

// Node.js 20 and early 22 have hooks in a thread of their own only.
if (module.registerHooks) module.registerHooks(hooks);
else module.register(new URL("../../jest/load-hooks.mjs", import.meta.url));

/** The tests in a folder where they find the installed Arquero, and as its main module the one with the tables that are meant. */
function layOut(folder) {
  cpSync(join(checkout, "test"), join(folder, "test"), { recursive: true });
  symlinkSync(packages, join(folder, "node_modules"), "junction");
  symlinkSync(join(packages, "arquero", "src"), join(folder, "src"), "junction");
  const own = tables === "own" ? new URL("own-tables.ts", import.meta.url).href : "arquero";
  writeFileSync(join(folder, "index.js"), `export * from ${JSON.stringify(own)};\n`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const files = readdirSync(join(folder, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("-test.js"))
    .sort();
  for (const file of files) {
    const path = join(folder, "test", file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("/src/index.js'", "/index.js'"));
  }
  return files;
}

const folder = mkdtempSync(join(tmpdir(), "svc-arquero-"));
const said = (name, outcome) => process.stdout.write(`STEP ${name}\t${outcome}\n`);
const reasonOf = (error) =>
  String(error?.message ?? error)
    .trim()
    .split("\n")[0];
let cases = [];
globalThis.describe = (subject, define) => {
  globalThis.it = (name, run) => cases.push({ name: `${subject}: ${name}`, run });
  define();
};
try {
  const files = layOut(folder);
  // Files of data are named from here.
  process.chdir(folder);
  for (const file of files) {
    cases = [];
    const place = file.replaceAll("\\", "/").replace(/-test\.js$/, "");
    try {
      await import(pathToFileURL(join(folder, "test", file)).href);
    } catch (error) {
      said(place, reasonOf(error));
    }
    for (const { name, run } of cases) {
      try {
        await run();
        said(`${place}, ${name}`, "passed");
      } catch (error) {
        said(`${place}, ${name}`, reasonOf(error));
      }
    }
  }
} finally {
  process.chdir(dirname(folder));
  rmSync(folder, { recursive: true, force: true });
}
