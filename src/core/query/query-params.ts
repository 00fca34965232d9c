import { ConfigError } from "../errors.ts";
import { checkOptions, form, type OptionForms } from "../options/option-forms.ts";
import type { JobWaitOptions } from "../job/job.ts";

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

export const PARAM_FORMS: OptionForms<QueryParams> = {
  db: form.name,
  result_url: form.name,
  priority: {
    wanted: "one of -2 to 2, VERY LOW, LOW, NORMAL, HIGH, VERY HIGH",
    holds: (value) => priorityNumber(value) !== null,
  },
  retry_limit: form.countOr0,
  wait_interval: form.seconds,
  wait_callback: form.function,
  engine_version: form.name,
};

const PRIORITY_WORDS = new Map([
  ["VERY LOW", -2],
  ["LOW", -1],
  ["NORM", 0],
  ["NORMAL", 0],
  ["HIGH", 1],
  ["VERY HIGH", 2],
]);

/** A priority as a number; null for anything but -2 to 2 and the words. */
export function priorityNumber(priority: unknown): number | null {
  if (!/^(?:number|bigint|string)$/.test(typeof priority)) return null;
  const word = String(priority)
    .trim()
    .toUpperCase()
    .replace(/[-_ ]+/g, " ")
    .trim();
  const number =
    PRIORITY_WORDS.get(word) ?? (/^\s*[+-]?\d+\s*$/.test(String(priority)) ? Number(priority) : NaN);
  return number >= -2 && number <= 2 ? number : null;
}

/** Validated params: what is sent with the job, and how to wait for it. The caller's object is not modified. */
export interface CheckedParams {
  readonly database: string | null;
  readonly issue: Readonly<Record<string, string | number | undefined>>;
  readonly wait: Pick<JobWaitOptions, "wait_interval" | "wait_callback">;
}

/** @throws ConfigError naming a key that is not allowed or has the wrong type. */
export function parseParams(params: QueryParams | null | undefined): CheckedParams {
  const options = params ?? {};
  if (typeof options === "object" && "type" in options)
    throw new ConfigError("params.type is not allowed: the query type comes from the engine");
  checkOptions("params", options, PARAM_FORMS, "params.");
  const { db, engine_version, result_url, priority, retry_limit, wait_interval, wait_callback } = options;
  return {
    database: db ?? null,
    issue: {
      engine_version: engine_version ?? undefined,
      result: result_url ?? undefined,
      priority: priorityNumber(priority) ?? undefined,
      retry_limit: retry_limit ?? undefined,
    },
    wait: { wait_interval: wait_interval ?? undefined, wait_callback: wait_callback ?? undefined },
  };
}
