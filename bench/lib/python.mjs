import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const packages = ["pytd==2.4.0", "td-client==1.7.0", "pandas==2.2.3", "ipython<9"];

/**
 * A Python with the service's original client, in a virtual environment in the user's cache; made on first use.
 * @returns the interpreter's path, or null where the packages can't be had, with the reason on stderr.
 */
export function pythonWithOrigin() {
  const environment = join(
    process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
    "svclib",
    "origin-2.4.0",
  );
  const python = join(environment, "bin", "python");
  const works = () =>
    spawnSync(python, ["-c", "import pytd, pandas, IPython"], { stdio: "ignore" }).status === 0;
  if (existsSync(python) && works()) return python;
  try {
    mkdirSync(environment, { recursive: true });
    execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
    execFileSync(python, ["-m", "pip", "install", "--quiet", ...packages], { stdio: "inherit" });
    return works() ? python : null;
  } catch (error) {
    process.stderr.write(`the original client can't be installed here: ${error.message}\n`);
    return null;
  }
}

/** The environment that the original client reads; its statement path wants an address without a closing slash. */
export const originEnv = ({ url, apikey }) => ({
  TD_API_KEY: apikey,
  TD_API_SERVER: url,
  TD_PRESTO_API: url,
});
