// This folder: svclib serve: options to a running service.

import { createServer } from "node:net";
import { readUserFile } from "../../core/files/read-user-file.ts";
import { END_SIGNALS } from "../../system/system.ts";
import { diskFault } from "../../engine/errors/fault.ts";
import { faultFields, logJson, logText, type Log } from "../../engine/errors/log.ts";
import { startService } from "../../service/start-service.ts";
import { defaultPort } from "./serve-command.ts";
import { complain, print } from "../print.ts";
import { CommandError } from "../report-error.ts";
import type { ClusterOptions } from "../../clusters/open-clusters.ts";
import type { Environment } from "../../core/options/option-forms.ts";

export interface ServeSettings extends ClusterFlags {
  readonly host: string;
  readonly port?: number;
  readonly data: string;
  readonly samples?: boolean;
  /** Bytes. */
  readonly memory?: number;
  readonly json?: boolean;
  readonly log?: "text" | "json";
  readonly clusterJobs?: number;
  readonly publicUrl?: string;
  readonly trustProxy?: readonly string[];
  readonly auditSql?: boolean;
  /** Minutes. */
  readonly idle?: number;
}

/** Runs the local service until a signal or its idle timeout ends it. */
export async function serve(settings: ServeSettings): Promise<void> {
  const { host, data } = settings;
  // Files that the engine creates are private to the user.
  process.umask(0o077);
  const say = (line: string): void => {
    // Logging to a full disk or a closed pipe must not end the service.
    try {
      complain(`${line}\n`);
    } catch {
      return;
    }
  };
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const log: Log = (entry) =>
    say(settings.log === "json" ? logJson(entry, Date.now()) : `svclib: ${logText(entry)}`);
  // Faults outside of any request, job or timer, which handle their own.
  process.on("unhandledRejection", (error) => log({ event: "unexpected_fault", ...faultFields(error) }));
  let end: () => void = () => undefined;
  const whenEnded = new Promise<void>((resolve) => (end = resolve));
  // Before the start, so that a signal while samples load still closes the databases cleanly.
  for (const signal of END_SIGNALS) process.once(signal, end);

  const port = settings.port ?? ((await isFreePort(host, defaultPort)) ? defaultPort : 0);
  const clusters = await clusterSettings(settings, process.env);
  const service = await startService({
    clusters,
    dataDir: data,
    host,
    port,
    samples: settings.samples ?? false,
    ...(settings.memory !== undefined && { memoryBytes: settings.memory }),
    log,
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustProxy,
    auditSql: settings.auditSql,
    clusterConcurrency: settings.clusterJobs,
    engineProcess: import.meta.url.endsWith(".js"),
    ...(settings.idle !== undefined && { idleMs: settings.idle * 60_000, onIdle: end }),
  }).catch((error: unknown) => {
    const full = diskFault(error);
    throw full === null ? error : new CommandError(`${data}: ${full.message}`, 1, { cause: error });
  });
  const { url, apikey } = service;
  if (settings.json) print(`${JSON.stringify({ url, apikey, pid: process.pid })}\n`);
  else say(`svclib: the local service answers at ${url}; its data is in ${data}. Ctrl-C ends it.`);
  await whenEnded;
  await service.close();
}

async function isFreePort(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** The cluster flags of `svclib serve`; secrets come from the environment. */
interface ClusterFlags {
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

/** Builds the cluster options. @throws UsageError when a file with a secret or certificate can't be read. */
export async function clusterSettings(flags: ClusterFlags, env: Environment): Promise<ClusterOptions> {
  const { presto, hive } = flags;
  return {
    presto:
      presto === undefined
        ? undefined
        : {
            url: presto,
            catalog: flags.prestoCatalog ?? "hive",
            user: flags.prestoUser,
            impersonates: flags.prestoImpersonate,
            protocol: flags.prestoProtocol,
            session: flags.prestoSession,
            ca: await certificate(flags.prestoCa),
            password: await secret("SVC_PRESTO_PASSWORD", env),
            token: await secret("SVC_PRESTO_TOKEN", env),
          },
    hive:
      hive === undefined
        ? undefined
        : {
            url: hive,
            impersonates: flags.hiveImpersonate,
            ca: await certificate(flags.hiveCa),
            password: await secret("SVC_HIVE_PASSWORD", env),
          },
  };
}

/** The variable, or the content of the file named by the variable with `_FILE` appended, without its final newline. */
async function secret(name: string, env: Environment): Promise<string | undefined> {
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  const path = env[`${name}_FILE`];
  if (path === undefined || path === "") return undefined;
  return (await readUserFile(path)).replace(/\r?\n$/, "");
}

async function certificate(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readUserFile(path);
}
