import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * A Python with packages of pip, in a virtual environment in the user's cache; made on first use.
 *
 * @param name of its folder: another one for other packages
 * @param imports what must be there when it works
 * @returns the interpreter's path, or null where the packages can't be had, with the reason on stderr.
 */
export function pythonEnvironment(name, packages, imports) {
  const environment = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "svclib", name);
  const python = join(environment, "bin", "python");
  const works = () => spawnSync(python, ["-c", `import ${imports}`], { stdio: "ignore" }).status === 0;
  if (existsSync(python) && works()) return python;
  try {
    mkdirSync(environment, { recursive: true });
    execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
    execFileSync(python, ["-m", "pip", "install", "--quiet", ...packages], { stdio: "inherit" });
    return works() ? python : null;
  } catch (error) {
    process.stderr.write(`the Python packages of ${name} can't be installed here: ${error.message}\n`);
    return null;
  }
}
