import { ColumnTable } from "arquero";
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";
import type { ColumnData } from "arquero/dist/types/table/types.js";
import type { Table } from "../table.ts";
import { namesakes } from "./types/origins.ts";
import type { Verb } from "./verb.ts";

export interface AssignVerb {
  /** The columns of all tables side by side; for equal names, the last table's. [Arquero: assign](https://idl.uw.edu/arquero/api/verbs#assign) */
  assign(...tables: (ArqueroTable | ColumnData)[]): Table;
}

/** @internal */
export const assign: Verb = {
  origins: (table, others, output) => {
    const tables = [table, ...others.flat()].map((one) =>
      one instanceof ColumnTable ? one : new ColumnTable(one as never),
    );
    return new Map([...namesakes(output, tables)].map(([name, from]) => [name, from.slice(-1)]));
  },
};
