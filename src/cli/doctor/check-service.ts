import { join } from "node:path";
import { connect } from "../../core/connect.ts";
import { isHttpError, isNetworkError, isTimeoutError } from "../../core/error-guards.ts";
import { DecodeError } from "../../core/errors.ts";
import { readServiceFile, serviceHome } from "../../core/local-service/service-file.ts";
import { type ApiKey, KeyRing, readKeys } from "../../service/access/keys.ts";
import type { Finding } from "./check-machine.ts";

const TIMEOUT_S = 10;

/** Lists the databases of the configured service, and reports whose key is used. Never shows the key. */
export async function checkService(env: NodeJS.ProcessEnv): Promise<Finding> {
  const subject = "service";
  try {
    const profile = env["SVC_PROFILE"];
    const local = !env["SVC_API_SERVER"] && !profile;
    if (local && (await readServiceFile(serviceHome(env))) === null)
      return {
        state: "note",
        subject,
        text: `no local service runs; a notebook starts one automatically; for a script, run: npx svclib serve --samples${env["SVC_API_KEY"] ? ". SVC_API_KEY is set without SVC_API_SERVER, the address of its service" : ""}`,
      };
    await using client = connect(null, null, { env, timeout: TIMEOUT_S, max_cumul_retry_delay: 0 });
    const { endpoint } = await client.target();
    const started = performance.now();
    const databases = await client.list_databases();
    const tookMs = Math.round(performance.now() - started);
    const user = (await ownKey(env))?.user_name;
    const own = profile ? `the key of the profile ${profile}` : "its file's key";
    const key = env["SVC_API_KEY"] ? `the key in SVC_API_KEY${user ? ` (${user})` : ""}` : own;
    return {
      state: "ok",
      subject,
      text: `${local ? "local service at " : ""}${endpoint} answers in ${tookMs} ms with ${key}: ${databases.length} ${databases.length === 1 ? "database" : "databases"}`,
    };
  } catch (error) {
    return { state: "fault", subject, text: `${(error as Error).message}${await remedyOf(error, env)}` };
  }
}

/** The entry for SVC_API_KEY in the local service's key file. The check of the data folder reports an unreadable file. */
async function ownKey(env: NodeJS.ProcessEnv): Promise<ApiKey | null> {
  if (env["SVC_API_SERVER"] || !env["SVC_API_KEY"]) return null;
  const keys = await readKeys(join(serviceHome(env), "keys.json")).catch(() => null);
  return new KeyRing(keys ?? []).find(env["SVC_API_KEY"]);
}

/** A remedy to append to messages that lack one: those about a wrong key, and replies of another program or a proxy. */
async function remedyOf(error: unknown, env: NodeJS.ProcessEnv): Promise<string> {
  const profile = env["SVC_PROFILE"];
  if (isHttpError(error) && error.status === 401 && profile)
    return `; get a new key: svclib login ${profile}`;
  const isOwn = !env["SVC_API_SERVER"] && !profile;
  if (isHttpError(error) && error.status === 401 && (await ownKey(env)) !== null)
    return "; keys.json has this key: the service that answers has another data folder, or can't read that file, which its log says";
  if (isHttpError(error) && error.status === 401 && env["SVC_API_KEY"])
    return `; set SVC_API_KEY to a key of this service${isOwn ? ", or unset it: the local service's own is used then" : ""}`;
  const isStranger =
    isTimeoutError(error) ||
    error instanceof DecodeError ||
    (isHttpError(error) && error.status === 404) ||
    (isNetworkError(error) && error.message.includes("no complete reply"));
  if (!isStranger) return "";
  return isOwn
    ? "; if another program uses this address, start the local service again: npx svclib serve --samples"
    : "; check that SVC_API_SERVER is the address of the service and not of another program";
}
