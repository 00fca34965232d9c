import type { FunctionFamily } from "../functions/function-table.ts";

/** Every function of Hive that the local service has, family by family, as its manual has them. */
export function hiveFunctions(): readonly FunctionFamily[] {
  return [];
}
