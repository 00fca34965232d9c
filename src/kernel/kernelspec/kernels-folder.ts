import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { isWindows, homeFolder, platform } from "../../system/system.ts";
import { withoutSecrets } from "../child/without-secrets.ts";

/** Location of kernelspecs; the user's Jupyter folder by default. */
export interface KernelLocation {
  readonly user?: boolean;
  /** In the active Python environment. */
  readonly sysPrefix?: boolean;
  /** In `<prefix>/share/jupyter/kernels`. */
  readonly prefix?: string;
}

const below = (prefix: string): string => join(prefix, "share", "jupyter", "kernels");

/**
 * The folder of kernelspecs at a location.
 *
 * @throws Error when `sysPrefix` finds no Python environment.
 */
export function kernelsFolder({ prefix, sysPrefix }: KernelLocation): string {
  if (prefix !== undefined) return below(prefix);
  return sysPrefix === true ? below(pythonPrefix()) : join(jupyterDataDir(), "kernels");
}

/** All folders where Jupyter looks for kernelspecs: JUPYTER_PATH, the user's, the active Python environment's, the system's. */
export function allKernelsFolders(): string[] {
  const { JUPYTER_PATH = "", VIRTUAL_ENV, CONDA_PREFIX, PROGRAMDATA } = process.env;
  const chosen = JUPYTER_PATH.split(delimiter).filter(Boolean);
  const environment = VIRTUAL_ENV || CONDA_PREFIX;
  const system = isWindows
    ? [join(PROGRAMDATA ?? "C:\\ProgramData", "jupyter", "kernels")]
    : [below("/usr/local"), below("/usr")];
  const folders = [
    ...chosen.map((folder) => join(folder, "kernels")),
    kernelsFolder({}),
    ...(environment ? [below(environment)] : []),
    ...system,
  ];
  return [...new Set(folders)];
}

function pythonPrefix(): string {
  const active = process.env["VIRTUAL_ENV"] || process.env["CONDA_PREFIX"];
  if (active) return active;
  const python = isWindows ? "python" : "python3";
  try {
    return execFileSync(python, ["-c", "import sys; print(sys.prefix)"], {
      encoding: "utf8",
      env: withoutSecrets(),
    }).trim();
  } catch (cause) {
    throw new Error(
      `--sys-prefix needs a Python environment: ${python} cannot be run; use --user or --prefix`,
      { cause },
    );
  }
}

/** Environment that determines Jupyter's folders; a parameter for tests. */
interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

const ofThisMachine = (): Surroundings => ({ env: process.env, platform, home: homeFolder() });

/** The user's Jupyter data folder. Source: jupyter_core, `paths.jupyter_data_dir`. */
export function jupyterDataDir({ env, platform, home }: Surroundings = ofThisMachine()): string {
  const chosen = env["JUPYTER_DATA_DIR"];
  if (chosen) return chosen;
  const { JUPYTER_PLATFORM_DIRS: platformDirs = "" } = env;
  // As in the platformdirs package.
  const isPlatforms = !["0", "false", "no", "off", "n", ""].includes(platformDirs.toLowerCase());
  if (platform === "darwin")
    return join(home, "Library", ...(isPlatforms ? ["Application Support"] : []), "Jupyter");
  if (platform === "win32") {
    const { APPDATA, LOCALAPPDATA, JUPYTER_CONFIG_DIR } = env;
    if (isPlatforms) return join(LOCALAPPDATA ?? join(home, "AppData", "Local"), "Jupyter");
    return APPDATA ? join(APPDATA, "jupyter") : join(JUPYTER_CONFIG_DIR ?? join(home, ".jupyter"), "data");
  }
  return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "jupyter");
}
