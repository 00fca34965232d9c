import { afterEach, expect, test } from "@jest/globals";
import { SparkWriter, type SparkOptions } from "../../../src/core/writers/spark-writer.ts";
import type { WriteTarget } from "../../../src/core/writers/writer.ts";

const names = ["SPARK_REMOTE", "SPARK_STAGING", "SPARK_STAGING_URI"];
const before = names.map((name) => process.env[name]);
afterEach(() => {
  names.forEach((name, i) => {
    const value = before[i];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  });
});

test.each<[SparkOptions, env: Record<string, string>, message: string]>([
  [{}, {}, "set SPARK_REMOTE to sc://host:15002 (or SPARK_STAGING"],
  [{ remote: "sc://h", staging: "/mnt/x" }, {}, "takes `remote` or `staging`, not both"],
  [{ staging: "mnt/x" }, {}, 'the staging folder "mnt/x" must be an absolute path'],
  [{}, { SPARK_STAGING: "mnt/x" }, 'the staging folder "mnt/x" must be an absolute path'],
  [{ staging: "/mnt/x", staging_uri: "x" }, {}, 'the staging address "x" must be like hdfs://'],
  [{ staging: "/mnt/x" }, { SPARK_STAGING_URI: "y" }, 'the staging address "y" must be like hdfs://'],
  [{}, { SPARK_REMOTE: "http://h", SPARK_STAGING: "mnt/x" }, "the Spark address must be of the form sc://"],
])("%j with %j: %s", async (options, env, message) => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, env);
  const writer = new SparkWriter(options);
  await expect(writer.write_dataframe({ columns: [], rowCount: 0 }, {} as WriteTarget)).rejects.toMatchObject(
    { name: "ConfigError", message: expect.stringContaining(message) },
  );
});

test("a session that could not be opened is opened again at the next write", async () => {
  const written: string[] = [];
  let isAway = true;
  let sessions = 0;
  const writer = new SparkWriter({
    connect: () => {
      if (isAway) return Promise.reject(new Error("the cluster is away"));
      sessions += 1;
      return Promise.resolve({
        write: (_, { table }) => Promise.resolve(void written.push(table)),
        close: () => undefined,
      });
    },
  });
  const write = (): Promise<void> =>
    writer.write_dataframe({ columns: [], rowCount: 0 }, { table: "visits" } as WriteTarget);
  await expect(write()).rejects.toThrow("the cluster is away");
  isAway = false;
  await write();
  await write();
  expect([written, sessions]).toEqual([["visits", "visits"], 1]);
});
