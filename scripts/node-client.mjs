import { join } from "node:path";
import { cached } from "./engines/cache-folder.mjs";
import { runTool } from "./engines/run-tool.mjs";

const PACKAGE = "td@0.5.0";

/**
 * The service's own Node.js client, in the user's cache; downloaded on first use, without running its scripts.
 * @returns the folder of its package
 * @throws NotObtained if it is unavailable
 */
export async function nodeClient() {
  const folder = await cached("client-td-0.5.0", (folder) => {
    const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    runTool("npm", ["install", ...options, PACKAGE], { shell: process.platform === "win32" });
  });
  return join(folder, "node_modules", "td");
}
