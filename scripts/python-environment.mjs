import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { NotObtained, runTool } from "./engines/run-tool.mjs";

/**
 * A Python virtual environment with pip packages in the user's cache; created on first use.
 *
 * @param name of its folder: a different one for different packages
 * @param imports modules whose import proves that it works
 * @returns the interpreter's path
 * @throws NotObtained if the packages are unavailable
 */
export function pythonEnvironment(name, packages, imports) {
  const environment = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "svclib", name);
  const python = join(environment, "bin", "python");
  const works = () => spawnSync(python, ["-c", `import ${imports}`], { stdio: "ignore" }).status === 0;
  if (existsSync(python) && works()) return python;
  process.stderr.write(`Installing ${packages.join(", ")} into ${environment} ...\n`);
  mkdirSync(environment, { recursive: true });
  runTool("python3", ["-m", "venv", environment]);
  runTool(python, ["-m", "pip", "install", "--quiet", ...packages]);
  if (!works()) throw new NotObtained(`the Python of ${environment} can't import ${imports}`);
  return python;
}
