import type { Scope } from "../analyze/scope.ts";
import type { Translation } from "../analyze/translation.ts";
import { type FunctionFamily, family } from "../functions/function-table.ts";
import type { Call } from "../parse/ast.ts";
import type { Sql } from "../sql/tree.ts";
import type { Type } from "../types/type.ts";

/** Rows of a table function: lists whose elements they are, or the cells of the one row. */
export type MadeRows = {
  readonly columns: readonly { readonly name: string; readonly type: Type }[];
} & ({ readonly lists: readonly Sql[]; readonly cells?: undefined } | { readonly cells: readonly Sql[] });

export type TableFunction = (t: Translation, call: Call, scope: Scope) => MadeRows;

/** Functions that give rows, in blocks as `family` has them. */
export interface TableFunctionFamily extends FunctionFamily {
  readonly rows: ReadonlyMap<string, TableFunction>;
}

export const tableFunctions =
  (source: string) =>
  (texts: TemplateStringsArray, ...values: readonly TableFunction[]): TableFunctionFamily => {
    const { entries } = family(source)(texts, ...values);
    return {
      source,
      entries: entries.map((entry) => ({ ...entry, special: null })),
      rows: new Map(entries.map(({ name, special }) => [name, special as unknown as TableFunction])),
    };
  };
