import type { Fetch } from "./http/fetch-types.ts";
import { keepAliveFetch } from "./http/agent/node-fetch.ts";
import { clientName } from "./http/client-name.ts";
import { debugListeners, RequestEvents } from "./http/request-events.ts";
import { Transport } from "./http/transport.ts";
import { ClientOperations } from "./interrupt/interrupt.ts";
import { ConfigError } from "./errors.ts";
import { checkConnectOptions, type ConnectOptions } from "./options/client-options.ts";
import type { Environment } from "./options/option-forms.ts";
import { resolveTarget } from "./options/settings.ts";
import { StatementSession } from "./statement/statement-session.ts";
import { visibleText } from "./text/visible-text.ts";

/** A connection to the service for one account: what everything takes that asks the service. Creating it sends nothing. */
export class Connection {
  /** Default database of queries. */
  readonly database: string;
  readonly default_engine: "presto" | "hive";
  readonly header: boolean | string;
  /** What statements on the direct path have set for later ones. */
  readonly session = new StatementSession();
  /** The listeners of its requests. */
  readonly events = new RequestEvents();
  /** What its statements are stopped with. */
  readonly operations = new ClientOperations();
  /** Stops its statements, and then closes kept-alive connections. */
  readonly close: () => Promise<void>;
  // Private, as a printed client must not show a key.
  readonly #environment: Environment;
  readonly #transport: Transport;

  constructor(apikey?: string | null, endpoint?: string | null, options: ConnectOptions = {}) {
    const checked = checkConnectOptions(options);
    const own = checked.fetch ? null : keepAliveFetch(checked.env, checked.http_proxy);
    const { env, tracer, trace_sql: sql } = checked;
    this.database = checked.database;
    this.default_engine = checked.default_engine;
    this.header = checked.header;
    this.#environment = env;
    this.close = () =>
      new Promise((resolve) => {
        this.operations.stop(new ConfigError("the client was closed"), () => {
          own?.close();
          resolve();
        });
      });
    this.events.add(checked.on);
    if (/^(?:1|true)$/i.test(env["SVC_DEBUG"] ?? ""))
      this.events.add(debugListeners((line) => process.stderr.write(`${visibleText(line)}\n`)));
    this.#transport = new Transport({
      events: this.events,
      tracing: tracer === null ? null : { tracer, sql },
      fetch: own?.fetch ?? withoutProof(checked.fetch as Fetch),
      resolveTarget: resolveTarget(apikey, endpoint, env, checked.profile),
      authorize: (key) => ({ authorization: `TD1 ${key}` }),
      userAgent: clientName(checked.user_agent),
      headers: checked.headers,
      timeoutMs: checked.timeout * 1000,
      retry: {
        firstDelayMs: 500,
        longestDelayMs: 60_000,
        maxCumulDelayMs: checked.max_cumul_retry_delay * 1000,
      },
      retryPost: checked.retry_post_requests,
      sleep: checked.sleep,
      now: checked.now,
    });
  }

  /** The environment variables that it reads. */
  get environment(): Environment {
    return this.#environment;
  }

  /** What sends its requests. */
  get transport(): Transport {
    return this.#transport;
  }
}

/** A user-supplied fetch can't prove who is at the other end of its connections. */
function withoutProof(fetch: Fetch): Fetch {
  return (url, init) => {
    if (!init.provenBy) return fetch(url, init);
    throw new ConfigError(
      "the option fetch needs apikey and endpoint: the local service can't prove its identity through another fetch",
    );
  };
}
