import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { freePort, isListening, startProcess } from "./engine-process.mjs";
import { hiveSite } from "./hive-site.mjs";
import { findJava } from "./java.mjs";
import { JAVA_OPENS } from "./java-opens.mjs";
import { obtainLdapServer, startLdapServer } from "./ldap-server.mjs";
import { copyWithDependencies } from "./maven.mjs";
import { makeTlsKey } from "./tls-key.mjs";

/** The newest version with a jar on Maven Central: of 4.1.0 it has only the POM. 3.1.3 needs a class loader removed after Java 8. */
const VERSION = "4.0.1";
/** Dependency versions of this Hive release. */
const HADOOP = "3.3.6";
const TEZ = "0.10.4";

const ARTIFACTS = [
  `org.apache.hive:hive-service:${VERSION}`,
  `org.apache.hive:hive-standalone-metastore-server:${VERSION}`,
  `org.apache.hadoop:hadoop-client:${HADOOP}`,
  `org.apache.hadoop:hadoop-hdfs:${HADOOP}`,
  ...["dag", "mapreduce", "runtime-library", "runtime-internals"].map(
    (part) => `org.apache.tez:tez-${part}:${TEZ}`,
  ),
];

/** The SAML library is in no default Maven repository; HBase and LLAP are not used. */
const WITHOUT = ["org.pac4j:*", "org.apache.hbase:*", "org.apache.hive:hive-llap-server", "org.pentaho:*"];

/**
 * Conflicting jars: a second binding of slf4j; a log4j 1 facade that lacks what Tez uses (reload4j is complete);
 * a second Hadoop with relocated classes.
 */
const IN_THE_WAY = /^(slf4j-reload4j|log4j-1\.2-api|hadoop-client-api)-/;

function obtainHive() {
  findJava(17, 17);
  return cached(`hive-${VERSION}`, (folder) => {
    const lib = join(folder, "lib");
    copyWithDependencies(ARTIFACTS, lib, WITHOUT);
    for (const name of readdirSync(lib)) if (IN_THE_WAY.test(name)) rmSync(join(lib, name));
  });
}

const LOGGING = `status = WARN
appender.c.type = Console
appender.c.name = c
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = %d{HH:mm:ss} %p %c{2}: %m%n
rootLogger.level = WARN
rootLogger.appenderRefs = c
rootLogger.appenderRef.c.ref = c
`;

const USER = "tester";

/** HiveServer2 with its own metastore in Derby and Tez in the same process. It speaks TLS only and checks passwords with LDAP. */
export const hive = {
  name: `Apache Hive ${VERSION}`,
  key: "hive",
  tests: [
    ...["every-hive-server", "secure-hive-server", "apache-hive"].map(
      (name) => `test/engines/hive-server/${name}`,
    ),
    ...["test/engines/cluster/", "test/engines/spark/staged-writer", "test/engines/notebooks/"],
  ],
  async obtain() {
    await obtainLdapServer();
    await obtainHive();
  },
  async start(run) {
    const java = findJava(17, 17);
    const folder = await obtainHive();
    const port = await freePort();
    const tls = makeTlsKey(java, run);
    const password = randomBytes(12).toString("hex");
    const ldap = await startLdapServer(run, { java, user: USER, password });
    const conf = join(run, "conf");
    for (const name of [conf, join(run, "tmp")]) mkdirSync(name);
    const access = {
      "hive.server2.use.SSL": true,
      "hive.server2.keystore.path": tls.keystore,
      "hive.server2.keystore.password": tls.password,
      "hive.server2.authentication": "LDAP",
      "hive.server2.authentication.ldap.url": ldap.url,
      "hive.server2.authentication.ldap.baseDN": ldap.base,
    };
    writeFileSync(join(conf, "hive-site.xml"), hiveSite(run, port, access));
    writeFileSync(join(conf, "hive-log4j2.properties"), LOGGING);
    try {
      const stop = await startProcess({
        command: java,
        args: [
          ...["-Xmx1536m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", ...JAVA_OPENS],
          `-Djava.io.tmpdir=${join(run, "tmp")}`,
          `-Dderby.stream.error.file=${join(run, "derby.log")}`,
          ...["-cp", [conf, join(folder, "lib", "*")].join(delimiter)],
          "org.apache.hive.service.server.HiveServer2",
        ],
        cwd: run,
        log: join(run, "log"),
        isReady: () => isListening(port),
      });
      const env = {
        HIVE_URL: `hive2://${USER}@127.0.0.1:${port};ssl=true;auth=ldap`,
        HIVE_PASSWORD: password,
        HIVE_CA: tls.certificate,
      };
      return { stop: async () => void (await Promise.all([stop(), ldap.stop()])), env };
    } catch (error) {
      await ldap.stop();
      throw error;
    }
  },
};
