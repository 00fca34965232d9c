import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runTool } from "./engines/run-tool.mjs";

const PACKAGE = "td@0.5.0";

/**
 * The service's own Node.js client, in the user's cache; fetched on first use, without running anything of it.
 * @returns the folder of its package
 * @throws NotObtained where it can't be had
 */
export function nodeClient() {
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "svclib", "client-td-0.5.0");
  const found = join(folder, "node_modules", "td");
  if (existsSync(join(found, "package.json"))) return found;
  mkdirSync(folder, { recursive: true });
  const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  runTool("npm", ["install", ...options, PACKAGE], { shell: process.platform === "win32" });
  return found;
}
