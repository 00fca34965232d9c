import { join } from "node:path";
import { cached, isCached } from "./cache-folder.mjs";
import { findJava } from "./java.mjs";
import { fetchFile } from "./maven.mjs";

const CACHE = "java-clients-476";

function obtainClients() {
  findCompiler();
  return cached(CACHE, (folder) => {
    fetchFile("io.trino", "trino-jdbc", "476", "jar", folder);
    fetchFile("com.facebook.presto", "presto-jdbc", "0.292", "jar", folder);
    fetchFile("io.trino", "trino-cli", "476", "jar:executable", folder);
  });
}

/** The compiler that runs a source file itself: `java FILE`. The command line needs a Java of its own age. */
const findCompiler = () => findJava(22, 25);

/** Trino's and Presto's Java clients against the local service: no engine is started. */
export const javaClients = {
  name: "Java clients of the statement protocol",
  key: "clients",
  tests: ["test/engines/clients/"],
  isObtained: () => isCached(CACHE),
  obtain: obtainClients,
  async start() {
    const folder = await obtainClients();
    return {
      stop: () => Promise.resolve(),
      env: {
        JAVA: findCompiler(),
        TRINO_JDBC: join(folder, "trino-jdbc-476.jar"),
        PRESTO_JDBC: join(folder, "presto-jdbc-0.292.jar"),
        TRINO_CLI: join(folder, "trino-cli-476-executable.jar"),
      },
    };
  },
};
