import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { findJava } from "./java.mjs";
import { copyWithDependencies, fetchFile } from "./maven.mjs";
import { runTool } from "./run-tool.mjs";
import { CATALOGS, startTrino } from "./start-trino.mjs";

/** The last release for Java 17, which also accepts Presto's headers. */
const VERSION = "435";

const MAIN = `import io.trino.server.Server;
public class StartTrino {
    public static void main(String[] args) {
        new Server().start("${VERSION}");
    }
}
`;

/** The server's libraries and two plugins; the whole release is 800 MB. */
function obtain() {
  const java = findJava(17, 17);
  return cached(`trino-${VERSION}`, (folder) => {
    copyWithDependencies([`io.trino:trino-main:${VERSION}`], join(folder, "lib"));
    mkdirSync(join(folder, "plugin"));
    for (const name of Object.keys(CATALOGS)) {
      const zip = fetchFile("io.trino", `trino-${name}`, VERSION, "zip", folder);
      runTool("unzip", ["-q", zip, "-d", folder]);
      renameSync(join(folder, `trino-${name}-${VERSION}`), join(folder, "plugin", name));
    }
    const source = join(folder, "StartTrino.java");
    writeFileSync(source, MAIN);
    const javac = java === "java" ? "javac" : join(dirname(java), "javac");
    runTool(javac, ["-cp", join(folder, "lib", "*"), "-d", join(folder, "start"), source]);
  });
}

export const trino435 = {
  name: `Trino ${VERSION}`,
  key: "trino",
  tests: [
    "test/engines/trino/trino-runner",
    "test/engines/cluster/",
    "test/engines/tpch/",
    "test/engines/notebooks/",
  ],
  obtain,
  async start(run) {
    const folder = await obtain();
    const { stop, url } = await startTrino(run, {
      java: findJava(17, 17),
      classPath: [join(folder, "start"), join(folder, "lib", "*")].join(delimiter),
      mainClass: "StartTrino",
      catalogs: CATALOGS,
      properties: { "plugin.dir": join(folder, "plugin"), "protocol.v1.alternate-header-name": "Presto" },
    });
    return { stop, env: { TRINO_URL: url, TRINO_PROTOCOLS: "trino,presto" } };
  },
};
