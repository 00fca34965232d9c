import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { fetchFile } from "./maven.mjs";
import { runTool } from "./run-tool.mjs";

/**
 * A server of Trino's line that is complete on Maven Central, with only the plugins in use.
 *
 * @param name of the folder in the cache: a different one for different plugins
 * @returns the server's folder.
 */
export async function obtainServer({ name, group, artifact, version, plugins }) {
  const folder = await cached(name, (folder) => {
    const archive = fetchFile(group, artifact, version, "tar.gz", folder);
    // Extract everything: files of one plugin are links to those of another.
    runTool("tar", ["xzf", archive, "-C", folder]);
    rmSync(archive);
    const server = join(folder, `${artifact}-${version}`);
    for (const plugin of readdirSync(join(server, "plugin"))) {
      if (!plugins.includes(plugin)) rmSync(join(server, "plugin", plugin), { recursive: true });
    }
    renameSync(server, join(folder, "server"));
  });
  return join(folder, "server");
}
