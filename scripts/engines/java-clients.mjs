import { join } from "node:path";
import { cached, isCached } from "./cache-folder.mjs";
import { findJava } from "./java.mjs";
import { copyWithDependencies, fetchFile } from "./maven.mjs";

const CACHE = "java-clients-476-1.1.1";

/** The service's own Java client; its package declares no dependencies. */
const TD_CLIENT = [
  "com.treasuredata.client:td-client:1.1.1",
  "com.google.guava:guava:31.1-jre",
  "com.squareup.okhttp3:okhttp:3.14.9",
  "com.fasterxml.jackson.core:jackson-databind:2.14.2",
  "com.fasterxml.jackson.datatype:jackson-datatype-jdk8:2.14.2",
  "com.fasterxml.jackson.datatype:jackson-datatype-json-org:2.14.2",
  "org.msgpack:msgpack-core:0.8.16",
  "org.slf4j:slf4j-nop:1.7.36",
];

function obtainClients() {
  findCompiler();
  return cached(CACHE, (folder) => {
    fetchFile("io.trino", "trino-jdbc", "476", "jar", folder);
    fetchFile("com.facebook.presto", "presto-jdbc", "0.292", "jar", folder);
    fetchFile("io.trino", "trino-cli", "476", "jar:executable", folder);
    copyWithDependencies(TD_CLIENT, join(folder, "td-client"));
  });
}

/** A JDK that runs source files: `java FILE`. The command line needs a Java of matching version. */
const findCompiler = () => findJava(22, 25);

/** The service's, Trino's and Presto's Java clients against the local service: no engine is started. */
export const javaClients = {
  name: "Java clients",
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
        TD_CLIENT: join(folder, "td-client", "*"),
        TRINO_CLI: join(folder, "trino-cli-476-executable.jar"),
      },
    };
  },
};
