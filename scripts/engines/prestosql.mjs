import { join } from "node:path";
import { findJava } from "./java.mjs";
import { JAVA_OPENS } from "./java-opens.mjs";
import { obtainServer } from "./server-archive.mjs";
import { CATALOGS, startTrino } from "./start-trino.mjs";

/**
 * The last release under the name of Presto, whose only headers are Presto's. PrestoDB's own server can't be had: Maven finds
 * no archive of it, and of its assembly from parts neither the plugins nor most libraries of the server
 * (docs/clusters.md says what was asked for).
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
