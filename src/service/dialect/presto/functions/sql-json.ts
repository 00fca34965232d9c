import type { CallContext } from "../../functions/function-table.ts";

/** Places of what the grammar puts after the path: see `parse/json-calls.ts`. */

export const jsonValue = (c: CallContext): string =>
  c.t.unsupported("json_value; use json_extract_scalar", c.pos);
export const jsonQuery = (c: CallContext): string => c.t.unsupported("json_query; use json_extract", c.pos);
export const jsonExists = (c: CallContext): string =>
  c.t.unsupported("json_exists; use json_extract(...) IS NOT NULL", c.pos);
