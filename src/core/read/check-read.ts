import { ConfigError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../options/option-names.ts";
import type { SignalOption } from "../options/signal-option.ts";
import {
  parseIndexAndDates,
  type CheckedIndexAndDates,
  type IndexAndDateOptions,
} from "./index-and-dates.ts";

interface SharedOptions extends IndexAndDateOptions, SignalOption {
  readonly limit?: number | null | undefined;
}

const SHARED: OptionNames<SharedOptions> = { index_col: true, parse_dates: true, limit: true, signal: true };

/**
 * @param own - The function's options, other than those of all reading functions.
 * @throws ConfigError when a reading function's second argument is not a QueryEngine, or an option is invalid.
 */
export function checkRead<Options extends SharedOptions>(
  caller: string,
  engine: { readonly client?: unknown } | null | undefined,
  options: Options,
  own: OptionNames<Omit<Options, keyof SharedOptions>>,
): CheckedIndexAndDates {
  checkOptionNames(caller, options, { ...own, ...SHARED });
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
