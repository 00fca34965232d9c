import { abortableSleep, type Sleep } from "../../system/abortable.ts";
import {
  checkOptions,
  form,
  definedOptions,
  type OptionForms,
  type ValueForm,
  type Environment,
} from "./option-forms.ts";
import type { Fetch } from "../http/fetch-types.ts";
import type { ClientListeners } from "../http/request-events.ts";
import type { Tracer } from "../trace/tracer.ts";

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
  /** Called with each request, response and retry; see {@link Client.on}. */
  readonly on?: ClientListeners;
  /** OpenTelemetry tracer, such as `trace.getTracer("nightly")`: a span for each statement, upload and request. */
  readonly tracer?: Tracer;
  /** Put the text of statements into spans. @default false */
  readonly trace_sql?: boolean;
  /** Name of an account that `svclib login` keeps, instead of a key and an address. Default: `SVC_PROFILE`. */
  readonly profile?: string;
  /** Environment variables to read. @default process.env */
  readonly env?: Environment;
  /** Unix time in ms. @default Date.now */
  readonly now?: () => number;
  readonly sleep?: Sleep;
}

/** Listeners by the name of their event. */
export const LISTENERS_FORM: ValueForm = {
  wanted: "an object of the functions request, response and retry",
  holds: (value) =>
    Object.entries(value as object).every(
      ([name, listener]) =>
        /^(?:request|response|retry)$/.test(name) &&
        (listener === undefined || form.function.holds(listener)),
    ),
};

const FORMS: OptionForms<ConnectOptions> = {
  database: form.name,
  default_engine: form.oneOf("presto", "hive"),
  header: form.flagOrText,
  timeout: {
    wanted: "a number of seconds above 0",
    holds: (value) => form.seconds.holds(value) && value !== 0,
  },
  max_cumul_retry_delay: form.seconds,
  retry_post_requests: form.flag,
  http_proxy: form.text,
  headers: {
    wanted: "an object of texts",
    holds: (value) => Object.values(value as object).every(form.text.holds),
  },
  user_agent: form.text,
  fetch: form.function,
  on: LISTENERS_FORM,
  tracer: {
    wanted: "an OpenTelemetry tracer",
    holds: (value) => form.function.holds((value as Partial<Tracer>).startSpan),
  },
  trace_sql: form.flag,
  profile: form.name,
  env: { wanted: "an object of texts", holds: (value) => typeof value === "object" },
  now: form.function,
  sleep: form.function,
};

type Undecided = "http_proxy" | "user_agent" | "fetch" | "tracer" | "profile";

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
  on: {},
  tracer: null,
  profile: null,
  trace_sql: false,
  env: {},
  now: () => Date.now(),
  sleep: abortableSleep,
};

/** @throws ConfigError naming the option that is unknown or has an invalid value. */
export function checkConnectOptions(options: ConnectOptions): CheckedConnectOptions {
  checkOptions("connect", options, FORMS);
  // Not with the others, as programs replace the object.
  return { ...DEFAULTS, env: process.env, ...definedOptions(options) };
}
