import { ConfigError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../options/option-names.ts";
import type { JobWaitOptions } from "./job.ts";

/** `params` of the query reads. */
export interface QueryParams extends Pick<JobWaitOptions, "wait_interval" | "wait_callback"> {
  /** Database, overriding the engine's. */
  readonly db?: string;
  /** URL of a target that the service also writes the result to, in the service's format. */
  readonly result_url?: string;
  /** -2 to 2, or `VERY LOW`, `LOW`, `NORMAL`, `HIGH`, `VERY HIGH` in any case. */
  readonly priority?: number | string;
  /** Maximum automatic retries by the service. */
  readonly retry_limit?: number;
  /** With the hive engine, `stable` selects Hive 2. */
  readonly engine_version?: string;
}

const ALLOWED: OptionNames<QueryParams> = {
  db: true,
  result_url: true,
  priority: true,
  retry_limit: true,
  wait_interval: true,
  wait_callback: true,
  engine_version: true,
};

const PRIORITY_WORDS = new Map([
  ["VERY LOW", -2],
  ["LOW", -1],
  ["NORM", 0],
  ["NORMAL", 0],
  ["HIGH", 1],
  ["VERY HIGH", 2],
]);

/** A priority as a number. @throws ConfigError for anything but -2..2 and the words. */
export function priorityNumber(priority: number | string): number {
  const word = String(priority)
    .trim()
    .toUpperCase()
    .replace(/[-_ ]+/g, " ")
    .trim();
  const number =
    PRIORITY_WORDS.get(word) ?? (/^[+-]?\d+$/.test(String(priority).trim()) ? Number(priority) : NaN);
  if (!(number >= -2 && number <= 2))
    throw new ConfigError(
      `params.priority ${JSON.stringify(priority)} is not one of -2 to 2, VERY LOW, LOW, NORMAL, HIGH, VERY HIGH`,
    );
  return number;
}

/** Validated params: what is sent with the job, and how to wait for it. The caller's object is not modified. */
export interface CheckedParams {
  readonly database: string | null;
  readonly issue: Readonly<Record<string, string | number | undefined>>;
  readonly wait: Pick<JobWaitOptions, "wait_interval" | "wait_callback">;
}

function expected(key: string, wanted: string, value: unknown): ConfigError {
  const seen =
    typeof value === "string" ? JSON.stringify(value) : typeof value === "number" ? value : typeof value;
  return new ConfigError(`params.${key} must be ${wanted}, not ${seen}`);
}

function optionalText(params: QueryParams, key: "db" | "result_url" | "engine_version"): string | undefined {
  const value: unknown = params[key] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "") throw expected(key, "text", value);
  return value;
}

/** @throws ConfigError naming a key that is not allowed or has the wrong type. */
export function parseParams(params: QueryParams | null | undefined): CheckedParams {
  const given = params ?? {};
  if (typeof given !== "object" || Array.isArray(given)) throw new ConfigError("params must be an object");
  if ("type" in given)
    throw new ConfigError("params.type is not allowed: the query type comes from the engine");
  checkOptionNames("params", given, ALLOWED);
  const { priority, retry_limit, wait_interval, wait_callback } = given;
  if (retry_limit != null && !(Number.isInteger(retry_limit) && retry_limit >= 0))
    throw expected("retry_limit", "an integer of 0 or more", retry_limit);
  if (wait_interval != null && !(typeof wait_interval === "number" && wait_interval >= 0))
    throw expected("wait_interval", "a number of seconds", wait_interval);
  if (wait_callback != null && typeof wait_callback !== "function")
    throw expected("wait_callback", "a function", wait_callback);
  return {
    database: optionalText(given, "db") ?? null,
    issue: {
      engine_version: optionalText(given, "engine_version"),
      result: optionalText(given, "result_url"),
      priority: priority == null ? undefined : priorityNumber(priority),
      retry_limit: retry_limit ?? undefined,
    },
    wait: { wait_interval: wait_interval ?? undefined, wait_callback: wait_callback ?? undefined },
  };
}
