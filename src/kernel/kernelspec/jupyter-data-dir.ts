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
  const platformDirs = env["JUPYTER_PLATFORM_DIRS"];
  if (platformDirs && !["0", "false", "no", "off", "n", ""].includes(platformDirs.toLowerCase()))
    return platformDir(env, platform, home);
  if (platform === "darwin") return join(home, "Library", "Jupyter");
  if (platform === "win32") {
    const appData = env["APPDATA"];
    return appData
      ? join(appData, "jupyter")
      : join(env["JUPYTER_CONFIG_DIR"] ?? join(home, ".jupyter"), "data");
  }
  return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "jupyter");
}

/** The folder with JUPYTER_PLATFORM_DIRS set, as in the platformdirs package. */
function platformDir(env: Surroundings["env"], platform: NodeJS.Platform, home: string): string {
  if (platform === "darwin") return join(home, "Library", "Application Support", "Jupyter");
  if (platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Jupyter");
  return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "jupyter");
}
