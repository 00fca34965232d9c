import { abortableSleep, type Sleep } from "../interrupt/abortable-sleep.ts";
import { ConfigError } from "../errors.ts";
import { checkOptionNames, checkSeconds, given } from "./option-names.ts";
import type { Fetch } from "../http/fetch-types.ts";
import type { Environment } from "./settings.ts";

/** Options of a connection. All access to network, clock and environment can be replaced, for tests and unusual networks. */
export interface ConnectOptions {
  /** Default database of queries. @default "sample_datasets" */
  readonly database?: string;
  /** Default engine of {@link Client.query}. @default "presto" */
  readonly default_engine?: "presto" | "hive";
  /** First comment line of statements: true for the client's name, text to replace it, false for none. @default true */
  readonly header?: boolean | string;
  /** Seconds to wait for a reply or its next bytes. @default 60 */
  readonly timeout?: number;
  /** Cap on the total wait between attempts of one request, in seconds; 0 disables retries. @default 600 */
  readonly max_cumul_retry_delay?: number;
  /** Also retry POST requests, which may then take effect twice. @default false */
  readonly retry_post_requests?: boolean;
  /** Proxy for all requests except to this machine. Default: from `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. */
  readonly http_proxy?: string;
  /** Sent with every request; `authorization`, `date` and `user-agent` can't be overridden. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Prepended to this library's name in `user-agent`. */
  readonly user_agent?: string;
  /** @default node-fetch */
  readonly fetch?: Fetch;
  /** Environment variables to read. @default process.env */
  readonly env?: Environment;
  /** Unix time in ms. @default Date.now */
  readonly now?: () => number;
  readonly sleep?: Sleep;
}

type Undecided = "http_proxy" | "user_agent" | "fetch";

/** {@link ConnectOptions} with defaults filled in; null where the client decides. */
type CheckedConnectOptions = Required<Omit<ConnectOptions, Undecided>> & {
  readonly [K in Undecided]: Required<ConnectOptions>[K] | null;
};

const DEFAULTS: CheckedConnectOptions = {
  database: "sample_datasets",
  default_engine: "presto",
  header: true,
  timeout: 60,
  max_cumul_retry_delay: 600,
  retry_post_requests: false,
  http_proxy: null,
  headers: {},
  user_agent: null,
  fetch: null,
  env: {},
  now: () => Date.now(),
  sleep: abortableSleep,
};

/** @throws ConfigError naming the option that is unknown or has an invalid value. */
export function checkConnectOptions(options: ConnectOptions): CheckedConnectOptions {
  checkOptionNames("connect", options, DEFAULTS);
  // Not with the others, as programs replace the object.
  const { env } = process;
  const checked: CheckedConnectOptions = { ...DEFAULTS, env, ...given(options) };
  for (const name of ["timeout", "max_cumul_retry_delay"] as const) checkSeconds(name, checked[name]);
  if (checked.timeout === 0) throw new ConfigError("timeout must be more than 0 seconds");
  if (!["presto", "hive"].includes(checked.default_engine))
    throw new ConfigError(
      `default_engine ${JSON.stringify(checked.default_engine)} is neither presto nor hive`,
    );
  return checked;
}
