import { NetworkError } from "../errors.ts";
import { OTHER_SERVICE } from "../local-service/prove-service.ts";
import { isLoopback } from "../wire/is-loopback.ts";

/** Codes of permanent errors: wrong name, wrong certificate, wrong process. */
const PERMANENT =
  /^(ERR_SVC_OTHER_SERVICE|ERR_SVC_PROXY_REFUSES|ENOTFOUND|ERR_INVALID_|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Codes of a proxy that opens no tunnel to the host: for good, and for now. */
export const PROXY_REFUSES = "ERR_SVC_PROXY_REFUSES";
export const PROXY_FAILS = "ERR_SVC_PROXY_FAILS";

/** OpenSSL's words for a reply without TLS. */
const PLAIN = /wrong version number|packet length too long/;

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

/** Codes of requests that were never sent, as the host was not reached. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  PROXY_REFUSES,
  PROXY_FAILS,
]);

/** Codes of an unreachable proxy. They never mean the host behind it, which the proxy resolves and connects to. */
const NO_PROXY_THERE = new Set([...NOT_SENT, "ENOTFOUND"]);

/** The system's error code of a failed request, from the error or its causes. */
function codeOf(error: unknown): string | null {
  // By field, not `instanceof`: Node.js errors may be of another realm.
  for (let e = error; typeof e === "object" && e !== null; e = (e as Error).cause) {
    const { code, errors } = e as { code?: unknown; errors?: unknown };
    if (typeof code === "string" && code !== "") return code;
    if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  }
  return null;
}

/** Whether an error without a code is a network error, as other fetches report them; else it is a fault in this process. */
function isOfNetwork(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return (
    /^(FetchError|AbortError)$/.test(String(name)) ||
    /^(error sending request|fetch failed|terminated)/.test(String(message))
  );
}

function proxyOf(error: unknown): string | null {
  const { proxy } = (error ?? {}) as { proxy?: unknown };
  return typeof proxy === "string" ? proxy : null;
}

/** Why a request failed, and how to fix it. */
function reasonOf(code: string | null, cause: unknown, { origin, hostname }: URL): string {
  const proxy = proxyOf(cause);
  const message = (cause as Partial<Error> | null)?.message ?? String(cause);
  if (code === PROXY_REFUSES || code === PROXY_FAILS) {
    const [status] = /HTTP \d+$/.exec(message)!;
    return status === "HTTP 407"
      ? `the proxy ${proxy} wants a user and a password: HTTPS_PROXY=http://user:password@proxy:3128`
      : `the proxy ${proxy} refuses to connect to ${origin} (${status})`;
  }
  if (proxy !== null && code === "ENOTFOUND" && message.endsWith(` ${hostname}`))
    return `the host ${hostname} is not known here, where socks5 looks it up; let the proxy do so, with socks5h://`;
  if (proxy !== null && NO_PROXY_THERE.has(code ?? ""))
    return `the proxy ${proxy} does not answer (${code}), and ${origin} is reached through it; check HTTPS_PROXY, or name the host in NO_PROXY`;
  if (code === "ECONNREFUSED")
    return `nothing answers at ${origin}${isLoopback(hostname) ? "; start the local service with: npx svclib serve --samples" : ""}`;
  if (code === OTHER_SERVICE)
    return `the process at ${origin} is not your local service, so nothing was sent to it; start the service again with: npx svclib serve --samples`;
  if (code === "ENOTFOUND") return `the host ${hostname} does not exist; check the endpoint (SVC_API_SERVER)`;
  if (code !== null && CERTIFICATE.test(code))
    return `the certificate of ${origin} can't be trusted (${code}); if its authority is your own, name it with NODE_EXTRA_CA_CERTS`;
  if (PLAIN.test(message))
    return `${proxy?.startsWith("https:") ? `the proxy ${proxy}` : origin} does not answer with TLS; check its port, and whether it is http://`;
  if (code?.startsWith("ERR_INVALID_")) return `the request to ${origin} could not be sent (${message})`;
  const detail = code ?? message;
  return code === null && !isOfNetwork(cause)
    ? `the request to ${origin} could not be sent (${detail})`
    : `no complete reply from ${origin}${proxy === null ? "" : ` through the proxy ${proxy}`} (${detail})`;
}

/**
 * Classifies a failed request: the error to throw (`note` is appended to its message), whether retrying is useless, and whether the
 * service certainly did not receive it.
 */
export function networkFault(
  what: string,
  request: { method: string; path: string; url: URL },
  cause: unknown,
): { error: (note: string) => NetworkError; permanent: boolean; notSent: boolean } {
  const { method, path, url } = request;
  const code = codeOf(cause);
  return {
    error: (note) =>
      new NetworkError(
        `${what} failed: ${reasonOf(code, cause, url)}${note}`,
        { method, path, code },
        { cause },
      ),
    // No one will start a local service while a call waits for it: fail at once.
    permanent:
      (code === "ECONNREFUSED" && isLoopback(url.hostname)) ||
      (code === null ? !isOfNetwork(cause) : PERMANENT.test(code) || PLAIN.test(String(cause))),
    notSent: code !== null && NOT_SENT.has(code),
  };
}
