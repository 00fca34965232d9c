import { join } from "node:path";
import { homeFolder, platform } from "../../system/system.ts";

/** Environment that determines Jupyter's folders; a parameter for tests. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

const here = (): Surroundings => ({ env: process.env, platform, home: homeFolder() });

/** The user's Jupyter data folder. Source: jupyter_core, `paths.jupyter_data_dir`. */
export function jupyterDataDir({ env, platform, home }: Surroundings = here()): string {
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
