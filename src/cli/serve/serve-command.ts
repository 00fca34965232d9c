import { type Command, InvalidArgumentError, Option } from "commander";
import { serviceHome } from "../../core/local-service/service-file.ts";
import type { ServeSettings } from "./serve.ts";
import { availableMemory } from "../../service/available-memory.ts";

type ServeOptions = Omit<ServeSettings, "data"> & Partial<Pick<ServeSettings, "data">>;

const wholeNumber =
  (what: string, most: number, least = 0) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value > most || value < least)
      throw new InvalidArgumentError(
        `${what} is a whole number ${least === 0 ? "" : `from ${least} `}up to ${most}.`,
      );
    return value;
  };

/** Collects `--presto-session name=value`, which can be repeated. */
function sessionProperty(text: string, former: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("A session property must be name=value.");
  return { ...former, [text.slice(0, at)]: text.slice(at + 1) };
}

const SECRETS = `
Passwords and tokens are read from the environment, never from the command line: SVC_PRESTO_PASSWORD or
SVC_PRESTO_TOKEN, and SVC_HIVE_PASSWORD, or from files named by the same variables with _FILE at the end
(SVC_PRESTO_PASSWORD_FILE, SVC_PRESTO_TOKEN_FILE, SVC_HIVE_PASSWORD_FILE).`;

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("Run the local service in the foreground, until SIGTERM or Ctrl-C.")
    .option(
      "--host <address>",
      "address to listen on; anything but loopback opens the service to the network",
      "127.0.0.1",
    )
    .option(
      "--port <number>",
      `port to listen on, 0 for a free one (default: ${defaultPort}, or a free one when that is taken)`,
      wholeNumber("A port", 65535),
    )
    .option(
      "--data <folder>",
      "folder of the databases, jobs, results and keys (default: SVC_HOME, else ~/.svclib)",
    )
    .option("--samples", "load the sample database sample_datasets on first start")
    .option(
      "--memory <size>",
      "memory limit of the embedded engine, such as 2GB or 40% (default: half of the machine's)",
      memorySize,
    )
    .option(
      "--public-url <url>",
      "address by which clients reach the service behind a proxy, for the addresses in replies",
    )
    .option(
      "--trust-proxy <addresses>",
      "proxies whose X-Forwarded-… or Forwarded headers are believed, separated by commas: addresses, networks such as 10.0.0.0/8, or loopback",
      (list: string) => list.split(",").map((name) => name.trim()),
    )
    .option(
      "--idle <minutes>",
      "stop after this many minutes without a request or a job",
      wholeNumber("--idle", 525600),
    )
    .option("--json", 'print {"url":…,"apikey":…,"pid":…} as the first line, once the service answers')
    .addOption(
      new Option("--log <form>", "format of the log lines on standard error")
        .choices(["text", "json"])
        .default("text"),
    )
    .option("--audit-sql", "write statements, too, into audit.jsonl, the log of who ran what")
    .option("--presto <url>", "run presto jobs on this Trino or Presto, such as https://coordinator:8443")
    .option("--presto-catalog <name>", "catalog whose schemas are the databases (default: hive)")
    .option("--presto-user <name>", "user to run the jobs as (default: svclib)")
    .option(
      "--presto-impersonate",
      "run each statement as the user of its key; the cluster must let --presto-user do so",
    )
    .addOption(
      new Option("--presto-protocol <name>", "whose header names to send (default: trino)").choices([
        "trino",
        "presto",
      ]),
    )
    .option(
      "--presto-session <name=value>",
      "session property to set for every statement; may be repeated",
      sessionProperty,
    )
    .option("--presto-ca <file>", "PEM file of the certificate authority")
    .option(
      "--hive <url>",
      "run hive jobs on this HiveServer2: hive2://[user@]host:10000[;ssl=true][;auth=noSasl]",
    )
    .option(
      "--hive-impersonate",
      "run each statement as the user of its key; the server must let the address's user do so",
    )
    .option("--hive-ca <file>", "PEM file of the certificate authority")
    .option(
      "--cluster-jobs <number>",
      "maximum concurrent jobs of one user on each cluster (default: 32)",
      wholeNumber("--cluster-jobs", 10000, 1),
    )
    .addHelpText("after", SECRETS)
    .action(async ({ data = serviceHome(process.env), ...options }: ServeOptions) =>
      (await import("./serve.ts")).serve({ ...options, data }),
    );
}

const UNITS: Readonly<Record<string, number>> = { "": 0, k: 3, m: 6, g: 9, t: 12 };
/** An idle engine process already takes half of this. */
const MIN_BYTES = 256e6;

/** Bytes for `--memory`: `2GB`, `512MiB`, or a share of the available memory, `40%`. */
export function memorySize(text: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,9})?) ?(%|([kmgt]?)(i?)b)$/i.exec(text.trim());
  if (!match)
    throw new InvalidArgumentError("A size must be like 2GB, 512MB or 40% (of the machine's memory).");
  const [, number, unit, prefix = "", binary] = match;
  const power = UNITS[prefix.toLowerCase()] as number;
  const bytes = Math.floor(
    Number(number) * (unit === "%" ? availableMemory() / 100 : binary ? 1024 ** (power / 3) : 10 ** power),
  );
  if (bytes < MIN_BYTES || bytes > Number.MAX_SAFE_INTEGER)
    throw new InvalidArgumentError("The service needs at least 256MB.");
  return bytes;
}

export const defaultPort = 8190;
