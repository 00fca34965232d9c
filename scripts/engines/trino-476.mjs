import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { freePort, startProcess } from "./engine-process.mjs";
import { findJava } from "./java.mjs";
import { fetchFile } from "./maven.mjs";
import { runTool } from "./run-tool.mjs";
import { CATALOGS, isTrinoReady, trinoArguments, writeTrinoFiles } from "./trino-files.mjs";

/** The last release that Maven Central has whole. */
const VERSION = "476";
const PLUGINS = new Set([...Object.keys(CATALOGS), "hive", "spooling-filesystem"]);

function obtain() {
  findJava(24, 25);
  return cached(`trino-${VERSION}`, (folder) => {
    const archive = fetchFile("io.trino", "trino-server", VERSION, "tar.gz");
    // All of it: files of one plugin are links to those of another.
    runTool("tar", ["xzf", archive, "-C", folder]);
    const server = join(folder, `trino-server-${VERSION}`);
    for (const name of readdirSync(join(server, "plugin"))) {
      if (!PLUGINS.has(name)) rmSync(join(server, "plugin", name), { recursive: true });
    }
    renameSync(server, join(folder, "server"));
  });
}

export const trino476 = {
  name: `Trino ${VERSION}`,
  key: "trino-new",
  tests: ["test/engines/trino", "test/engines/cluster"],
  obtain,
  async start(run) {
    const java = findJava(24, 25);
    const folder = await obtain();
    const port = await freePort();
    const warehouse = join(run, "warehouse");
    mkdirSync(warehouse);
    const hive = {
      "connector.name": "hive",
      "hive.metastore": "file",
      "hive.metastore.catalog.dir": "local:///metastore",
      "fs.native-local.enabled": true,
      "local.location": warehouse,
      "hive.security": "allow-all",
    };
    const config = writeTrinoFiles(run, {
      port,
      catalogs: { ...CATALOGS, hive },
      properties: { "plugin.dir": join(folder, "server", "plugin") },
    });
    const stop = await startProcess({
      command: java,
      args: trinoArguments({
        data: join(run, "data"),
        config,
        classPath: join(folder, "server", "lib", "*"),
        mainClass: "io.trino.server.TrinoServer",
        more: ["--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector"],
      }),
      cwd: run,
      log: join(run, "log"),
      isReady: () => isTrinoReady(port),
    });
    return { stop, env: { TRINO_URL: `http://127.0.0.1:${port}`, TRINO_FILE_CATALOG: "hive" } };
  },
};
