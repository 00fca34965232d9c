import type { CellScope } from "./cell/magic-record.ts";
import { magic_context } from "./magic-context.ts";
import { host } from "./notebook-host.ts";

/** What the translation of a cell must know of the running notebook: which of these names are its variables. */
export function scope(names: readonly string[]): CellScope {
  return {
    database: magic_context.database,
    bound: new Set(names.filter((name) => host().variable(name) !== null)),
  };
}
