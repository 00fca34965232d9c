import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { freePort, startProcess } from "./engine-process.mjs";
import { findJava } from "./java.mjs";
import { JAVA_OPENS } from "./java-opens.mjs";
import { fetchFile } from "./maven.mjs";
import { runTool } from "./run-tool.mjs";
import { CATALOGS, isTrinoReady, trinoArguments, writeTrinoFiles } from "./trino-files.mjs";

/**
 * The last release under the name of Presto, whose only headers are Presto's. PrestoDB's own server can't be had: Maven finds
 * neither its archive (0.296, 0.292, 0.286 and 0.250 were asked for) nor the parent of presto-main 0.297.
 */
const VERSION = "350";

function obtain() {
  findJava(11, 17);
  return cached(`prestosql-${VERSION}`, (folder) => {
    const archive = fetchFile("io.prestosql", "presto-server", VERSION, "tar.gz");
    runTool("tar", ["xzf", archive, "-C", folder]);
    const server = join(folder, `presto-server-${VERSION}`);
    for (const name of readdirSync(join(server, "plugin"))) {
      if (!(name in CATALOGS)) rmSync(join(server, "plugin", name), { recursive: true });
    }
    renameSync(server, join(folder, "server"));
  });
}

export const prestosql = {
  name: `PrestoSQL ${VERSION}`,
  key: "presto",
  tests: ["test/engines/trino/trino-runner", "test/engines/cluster"],
  obtain,
  async start(run) {
    const java = findJava(11, 17);
    const folder = await obtain();
    const port = await freePort();
    mkdirSync(join(run, "data"));
    const config = writeTrinoFiles(run, {
      port,
      catalogs: CATALOGS,
      properties: {
        "plugin.dir": join(folder, "server", "plugin"),
        "discovery-server.enabled": true,
        "query.max-total-memory-per-node": "700MB",
      },
    });
    const stop = await startProcess({
      command: java,
      args: trinoArguments({
        data: join(run, "data"),
        config,
        classPath: join(folder, "server", "lib", "*"),
        mainClass: "io.prestosql.server.PrestoServer",
        more: JAVA_OPENS,
      }),
      cwd: run,
      log: join(run, "log"),
      isReady: () => isTrinoReady(port),
    });
    return { stop, env: { TRINO_URL: `http://127.0.0.1:${port}`, TRINO_PROTOCOLS: "presto" } };
  },
};
