import { ConfigError } from "../errors.ts";
import { checkOptionNames } from "../options/option-names.ts";
import {
  parseIndexAndDates,
  type CheckedIndexAndDates,
  type IndexAndDateOptions,
} from "./index-and-dates.ts";

/** @throws ConfigError when a reading function's second argument is not a QueryEngine, or an option is invalid. */
export function checkRead(
  caller: string,
  engine: { readonly client?: unknown } | null | undefined,
  options: IndexAndDateOptions & { readonly limit?: number | null | undefined },
  names: Readonly<Record<string, true>>,
): CheckedIndexAndDates {
  checkOptionNames(caller, options, names);
  if (typeof engine?.client !== "object")
    throw new ConfigError(
      `${caller}: the second argument is not an engine; create one: create_engine("presto:sample_datasets")`,
    );
  checkLimit(options.limit);
  return parseIndexAndDates(options);
}

/** @throws ConfigError for a limit that is not a number of rows; null and undefined mean no limit. */
export function checkLimit(limit: number | null | undefined): void {
  if (limit === null || limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw new ConfigError(`limit must be an integer of 0 or more, or null for all rows, not ${String(limit)}`);
}
