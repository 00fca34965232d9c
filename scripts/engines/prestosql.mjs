import { join } from "node:path";
import { findJava } from "./java.mjs";
import { JAVA_OPENS } from "./java-opens.mjs";
import { obtainServer } from "./server-archive.mjs";
import { CATALOGS, startTrino } from "./start-trino.mjs";

/**
 * The last release named Presto, which knows Presto's headers only. PrestoDB's server is unavailable: Maven has no archive of it,
 * and for an assembly from parts neither its plugins nor most of its libraries (docs/clusters.md lists what was tried).
 */
const VERSION = "350";

function obtain() {
  findJava(11, 17);
  return obtainServer({
    name: `prestosql-${VERSION}`,
    group: "io.prestosql",
    artifact: "presto-server",
    version: VERSION,
    plugins: Object.keys(CATALOGS),
  });
}

export const prestosql = {
  name: `PrestoSQL ${VERSION}`,
  key: "presto",
  tests: ["test/engines/trino/trino-runner", "test/engines/cluster/"],
  obtain,
  async start(run) {
    const server = await obtain();
    const { stop, url } = await startTrino(run, {
      java: findJava(11, 17),
      javaOptions: JAVA_OPENS,
      classPath: join(server, "lib", "*"),
      mainClass: "io.prestosql.server.PrestoServer",
      catalogs: CATALOGS,
      properties: {
        "plugin.dir": join(server, "plugin"),
        "discovery-server.enabled": true,
        "query.max-total-memory-per-node": "700MB",
      },
    });
    return { stop, env: { TRINO_URL: url, TRINO_PROTOCOLS: "presto" } };
  },
};
