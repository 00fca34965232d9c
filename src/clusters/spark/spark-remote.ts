import { ConfigError } from "../../core/errors.ts";
import { isLoopback } from "../../core/wire/is-loopback.ts";

export interface SparkRemote {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean;
  readonly token: string | null;
  readonly userId: string;
  readonly sessionId: string | null;
  /** Metadata sent with every call: the address's other parameters. */
  readonly headers: Readonly<Record<string, string>>;
}

const ADDRESS = /^sc:\/\/(?<host>\[[^\]]+\]|[^:/;]+)(?::(?<port>\d+))?\/?(?:;(?<parameters>.*))?$/;
const DEFAULT_PORT = 15_002;

/**
 * Parses an address such as `sc://host:15002/;token=…;use_ssl=true;user_id=…`.
 *
 * @throws ConfigError, whose message never contains the address, as that may contain a token.
 */
export function readSparkRemote(address: string): SparkRemote {
  const parts = ADDRESS.exec(address.trim())?.groups;
  if (!parts)
    throw new ConfigError("the Spark address must be of the form sc://host:15002/;token=…;use_ssl=true");
  const headers: Record<string, string> = {};
  let ssl = false;
  let token: string | null = null;
  let userId = "svclib";
  let sessionId: string | null = null;
  for (const parameter of (parts["parameters"] ?? "").split(";").filter((text) => text !== "")) {
    const at = parameter.indexOf("=");
    if (at < 1) throw new ConfigError("the parameters of a Spark address must be of the form name=value");
    const name = parameter.slice(0, at);
    const value = decodeURIComponent(parameter.slice(at + 1));
    if (name === "use_ssl") {
      if (value !== "true" && value !== "false")
        throw new ConfigError("use_ssl of a Spark address must be true or false");
      ssl = value === "true";
    } else if (name === "token") token = value;
    else if (name === "user_id") userId = value;
    else if (name === "session_id") sessionId = value;
    else if (name !== "user_agent") headers[name.toLowerCase()] = value;
  }
  const host = parts["host"] as string;
  // A token implies TLS, as in Spark's own clients.
  if (token !== null && !isLoopback(host.replace(/^\[|\]$/g, ""))) ssl = true;
  return { host, port: Number(parts["port"] ?? DEFAULT_PORT), ssl, token, userId, sessionId, headers };
}
