import { SettingError } from "../../../engine/errors/fault.ts";
import { isLoopback } from "../../../core/wire/is-loopback.ts";
import type { StatementProtocol } from "../../../core/wire/statement/statement-headers.ts";

export interface TrinoOptions {
  /** `http://coordinator:8080` or `https://…`. */
  readonly url: string;
  /** The catalog whose schemas are the databases. */
  readonly catalog: string;
  /** @default "svclib" */
  readonly user?: string | undefined;
  /** Sent as HTTP basic authentication; requires https or a loopback address. */
  readonly password?: string | undefined;
  /** A JWT or OAuth access token, sent as bearer; requires https or a loopback address. */
  readonly token?: string | undefined;
  /** Header names: `X-Trino-…` for Trino since version 351, `X-Presto-…` for Presto and older Trino. @default "trino" */
  readonly protocol?: StatementProtocol | undefined;
  /** Runs each statement as the user of its key, which the cluster must allow `user` to do. @default false: as `user` */
  readonly impersonates?: boolean | undefined;
  /** Session properties of every statement. */
  readonly session?: Readonly<Record<string, string>> | undefined;
  /** PEM certificate of the CA that signed the cluster's certificate. @default the system's CAs */
  readonly ca?: string | undefined;
  /** How long an unreachable cluster is retried, milliseconds. @default 60000 */
  readonly retryMs?: number;
}

/** @throws SettingError */
export function checkTrinoOptions(options: TrinoOptions): URL {
  let url: URL;
  try {
    url = new URL(options.url);
  } catch (cause) {
    throw new SettingError(
      `The Presto address ${JSON.stringify(options.url)} is not a URL; write http://host:8080.`,
      { cause },
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SettingError(`The Presto address must begin with http:// or https://, not ${url.protocol}//.`);
  if (url.username !== "" || url.password !== "")
    throw new SettingError(
      "The Presto address must not hold a user or a password; use --presto-user, and SVC_PRESTO_PASSWORD or SVC_PRESTO_TOKEN.",
    );
  if (options.password !== undefined && options.token !== undefined)
    throw new SettingError("Presto takes a password or a token, not both.");
  const secret = options.password !== undefined || options.token !== undefined;
  if (secret && url.protocol === "http:" && !isLoopback(url.hostname))
    throw new SettingError(`A password or token is not sent to ${url.host} over plain http; use https.`);
  if (options.catalog === "") throw new SettingError("Presto needs a catalog, such as hive.");
  return url;
}
