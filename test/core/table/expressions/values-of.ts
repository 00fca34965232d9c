import { tableOf } from "../table-of.ts";

/** What an expression gives for each row of a table of columns by name. */
export const valuesOf = (
  columns: Parameters<typeof tableOf>[0],
  expression: string,
  facts?: Parameters<typeof tableOf>[1],
): unknown[] => tableOf(columns, facts).derive({ result: expression }).array("result");
