// Imported by file: the package's main declarations fail under `strict`.
import type { Table as ArqueroTable } from "arquero/dist/types/table/Table.js";

/** An Arquero table with the service's type of each column, where known, by column name. */
export type TypedData = ArqueroTable & { readonly types: Readonly<Record<string, string>> };
