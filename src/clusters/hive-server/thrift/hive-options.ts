import { SettingError } from "../../../engine/errors/fault.ts";
import { isLoopback } from "../../../core/wire/is-loopback.ts";

/** Authentication: `nosasl` for none, `plain` for user and password (LDAP, PAM, or unchecked). */
export type HiveAuth = "nosasl" | "plain";

/** Address and credentials of a HiveServer2 (Apache Hive, Spark Thrift Server, Kyuubi). */
export interface HiveOptions {
  /** `hive2://[user@]host:10000[;ssl=true][;auth=noSasl]`: the JDBC URL without `jdbc:`. */
  readonly url: string;
  readonly password?: string | undefined;
  /** Runs each statement as the user of its key, which the server must allow the address's user to do. @default false */
  readonly impersonates?: boolean | undefined;
  /** PEM certificate of the CA that signed the server's certificate. @default the system's CAs */
  readonly ca?: string | undefined;
}

/** Parsed {@link HiveOptions}. */
export interface HiveAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly auth: HiveAuth;
  readonly ssl: boolean;
}

const ADDRESS =
  /^hive2:\/\/(?:(?<user>[^@/;:]+)(?<password>:[^@/;]*)?@)?(?<host>\[[^\]]+\]|[^:/;]+)(?::(?<port>\d+))?(?:\/[^;]*)?(?<settings>(?:;[^;]*)*)$/;
const DEFAULT_PORT = 10_000;
const SUPPORTED = "ssl=true|false, auth=none|noSasl|plain|ldap, user=…";

/** @throws SettingError */
export function readHiveOptions({ url, password }: HiveOptions): HiveAddress {
  const parts = ADDRESS.exec(url)?.groups;
  if (!parts)
    throw new SettingError(`The Hive address must be hive2://host:10000, not ${withoutSecret(url)}.`);
  if (parts["password"] !== undefined)
    throw new SettingError("The Hive address must not hold a password; set SVC_HIVE_PASSWORD instead.");
  let auth: HiveAuth = "plain";
  let ssl = false;
  let user = decodeURIComponent(parts["user"] ?? "svclib");
  for (const setting of (parts["settings"] ?? "").split(";").filter((text) => text !== "")) {
    const [key = "", value = ""] = setting.split("=", 2);
    const word = value.toLowerCase();
    if (key === "ssl" && (word === "true" || word === "false")) ssl = word === "true";
    else if (key === "auth" && word === "nosasl") auth = "nosasl";
    else if (key === "auth" && ["none", "plain", "ldap"].includes(word)) auth = "plain";
    else if (key === "user" && value !== "") user = value;
    else throw new SettingError(`The Hive address can't have ;${key}=…; it can have ${SUPPORTED}.`);
  }
  const host = (parts["host"] as string).replace(/^\[|\]$/g, "");
  if (password !== undefined && !ssl && !isLoopback(host))
    throw new SettingError(`A password is not sent to ${host} in the clear; add ;ssl=true.`);
  return { host, port: Number(parts["port"] ?? DEFAULT_PORT), user, auth, ssl };
}

function withoutSecret(url: string): string {
  return JSON.stringify(url.replace(/\/\/[^@/]*@/, "//"));
}
