import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cached } from "./cache-folder.mjs";
import { freePort, isListening, startProcess } from "./engine-process.mjs";
import { findJava } from "./java.mjs";
import { runTool } from "./run-tool.mjs";

/** Pinned: later versions of Spark do not run on Java 17. The package has the Thrift server and the Connect server. */
const VERSION = "4.0.1";

async function obtain() {
  findJava(17, 21);
  const folder = await cached(`spark-${VERSION}`, (folder) => {
    runTool("python3", ["-m", "venv", folder]);
    runTool(join(folder, "bin", "pip"), ["install", "--quiet", `pyspark==${VERSION}`]);
  });
  const python = readdirSync(join(folder, "lib")).find((name) => name.startsWith("python3"));
  return join(folder, "lib", python, "site-packages", "pyspark");
}

/** Thrift server and Connect server in one process: data written through one is visible to the other. */
export const spark = {
  name: `Spark ${VERSION}`,
  key: "spark",
  tests: [
    ...["every-hive-server", "spark-thrift-server"].map((name) => `test/engines/hive-server/${name}`),
    ...["test/engines/cluster/", "test/engines/spark/", "test/engines/notebooks/"],
  ],
  obtain,
  async start(run) {
    const { stop, thrift, connect } = await startSpark(run);
    return {
      stop,
      env: { HIVE_URL: `hive2://127.0.0.1:${thrift}`, SPARK_REMOTE: `sc://127.0.0.1:${connect}` },
    };
  },
};

/** The same without SASL: the plain protocol. */
export const sparkNoSasl = {
  name: `Spark ${VERSION}, NOSASL`,
  key: "spark-nosasl",
  tests: spark.tests.filter((name) => name.includes("hive-server")),
  obtain,
  async start(run) {
    const { stop, thrift } = await startSpark(run, { "spark.hadoop.hive.server2.authentication": "NOSASL" });
    return { stop, env: { HIVE_URL: `hive2://127.0.0.1:${thrift};auth=noSasl` } };
  },
};

async function startSpark(run, more = {}) {
  const java = findJava(17, 21);
  const home = await obtain();
  const thrift = await freePort();
  const connect = await freePort();
  const settings = {
    "spark.sql.warehouse.dir": join(run, "warehouse"),
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.session.timeZone": "UTC",
    "spark.hadoop.javax.jdo.option.ConnectionURL": `jdbc:derby:;databaseName=${join(run, "metastore")};create=true`,
    "spark.hadoop.hive.server2.thrift.port": thrift,
    "spark.hadoop.hive.server2.thrift.bind.host": "127.0.0.1",
    "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": connect,
    ...more,
  };
  const stop = await startProcess({
    command: join(home, "bin", "spark-submit"),
    args: [
      ...["--master", "local[2]", "--driver-memory", "1g", "--name", "svc"],
      ...["--class", "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"],
      ...Object.entries(settings).flatMap(([key, value]) => ["--conf", `${key}=${value}`]),
      "spark-internal",
    ],
    cwd: run,
    env: {
      SPARK_HOME: home,
      SPARK_LOCAL_IP: "127.0.0.1",
      ...(java === "java" ? {} : { JAVA_HOME: dirname(dirname(java)) }),
    },
    log: join(run, "log"),
    isReady: async () => (await isListening(thrift)) && (await isListening(connect)),
  });
  return { stop, thrift, connect };
}
