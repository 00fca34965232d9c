// Runs docs/checked-sql.md with one version of TypeScript: its blocks in turn, and what they print.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./ensure-built.mjs";

/** A block that a person types in a shell, and the one below it with what it prints. */
const BLOCK = /^```(?:sh|bash)( fails)?\n([^]*?)^```$(?:\n\n```text\n([^]*?)^```$)?/gm;

/** Packages are in the folder already. */
const INSTALLS = /^npm (?:init|install) .*\n/gm;

/**
 * @param modules - A `node_modules` with svclib and TypeScript.
 * @returns what was not as on the page, a line each; none if all was.
 */
export async function runGuide({ modules, env, home }) {
  const folder = mkdtempSync(join(home, "guide-"));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const tools = join(folder, "tools");
  mkdirSync(tools);
  const commands = { svclib: "svclib/dist/cli/svclib.cjs", tsc: "typescript/bin/tsc" };
  for (const [name, path] of Object.entries(commands))
    writeFileSync(
      join(tools, name),
      `#!/bin/sh\nexec "${process.execPath}" "${join(modules, path)}" "$@"\n`,
      { mode: 0o755 },
    );
  const faults = [];
  const page = readFileSync(join(root, "docs/checked-sql.md"), "utf8");
  for (const [, fails, code, output] of page.matchAll(BLOCK)) {
    const script = code.replace(INSTALLS, "").replaceAll("npx ", "");
    // The service that it asks may be in this process.
    const ran = await promisify(execFile)("bash", ["--norc", "-euc", script], {
      cwd: folder,
      env: { ...env, PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter) },
    }).catch((error) => error);
    if ((ran.code === undefined) === (fails !== undefined))
      faults.push(`exit code ${ran.code ?? 0} of ${code}${ran.stdout}${ran.stderr}`);
    if (output !== undefined && ran.stdout.trim() !== output.trim())
      faults.push(`${code}prints ${ran.stdout}${ran.stderr}`);
  }
  return faults;
}
