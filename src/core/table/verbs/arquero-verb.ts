import { ColumnTable } from "arquero";

type ArqueroVerb = (this: ColumnTable, ...args: readonly unknown[]) => ColumnTable;

/** A verb as Arquero has it. */
export const arqueroVerb = (name: string): ArqueroVerb =>
  Reflect.get(ColumnTable.prototype, name) as ArqueroVerb;
