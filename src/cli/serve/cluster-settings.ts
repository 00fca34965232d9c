import { readFile } from "node:fs/promises";
import type { ClusterOptions } from "../../clusters/open-clusters.ts";
import type { Environment } from "../../core/options/environment.ts";

/** The cluster flags of `svclib serve`; secrets come from the environment. */
export interface ClusterFlags {
  readonly presto?: string;
  readonly prestoCatalog?: string;
  readonly prestoUser?: string;
  readonly prestoImpersonate?: boolean;
  readonly prestoProtocol?: "trino" | "presto";
  readonly prestoSession?: Readonly<Record<string, string>>;
  readonly prestoCa?: string;
  readonly hive?: string;
  readonly hiveCa?: string;
  readonly hiveImpersonate?: boolean;
}

/** Builds the cluster options. @throws when a file with a secret or certificate can't be read. */
export async function clusterSettings(flags: ClusterFlags, env: Environment): Promise<ClusterOptions> {
  const { presto, hive } = flags;
  return {
    ...(presto === undefined
      ? {}
      : {
          presto: {
            url: presto,
            catalog: flags.prestoCatalog ?? "hive",
            ...option("user", flags.prestoUser),
            ...option("impersonates", flags.prestoImpersonate),
            ...option("protocol", flags.prestoProtocol),
            ...option("session", flags.prestoSession),
            ...option("ca", await certificate(flags.prestoCa)),
            ...option("password", await secret("SVC_PRESTO_PASSWORD", env)),
            ...option("token", await secret("SVC_PRESTO_TOKEN", env)),
          },
        }),
    ...(hive === undefined
      ? {}
      : {
          hive: {
            url: hive,
            ...option("impersonates", flags.hiveImpersonate),
            ...option("ca", await certificate(flags.hiveCa)),
            ...option("password", await secret("SVC_HIVE_PASSWORD", env)),
          },
        }),
  };
}

/** The variable, or the content of the file named by the variable with `_FILE` appended, without its final newline. */
async function secret(name: string, env: Environment): Promise<string | undefined> {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  const path = env[`${name}_FILE`];
  if (path === undefined || path === "") return undefined;
  return (await readFile(path, "utf8")).replace(/\r?\n$/, "");
}

async function certificate(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFile(path, "utf8");
}

function option<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}
