// This folder: the verbs of tables, by what they do: their types, where their expressions are, how they run, where their columns come from.

import type { ColumnTable } from "arquero";
import type { TypedTable } from "../expressions/expression-names.ts";
import type { ReadArgument } from "./read-arguments.ts";
import type { Origins } from "./types/origins.ts";

/**
 * What a verb of svclib's tables is beside Arquero's. Verbs are internal, so that the package's types have none: Arquero's own declarations, which
 * they need, fail under `strict`.
 */
export interface Verb {
  /** What compiles its arguments, one after the other; the last one all further arguments. Null for an argument without expressions. */
  readonly expressions?: readonly (ReadArgument | null)[];
  /** How it runs, on compiled arguments; else as Arquero's does. */
  readonly run?: (table: TypedTable, ...args: readonly never[]) => ColumnTable;
  /** Where the copied columns of its result come from. Types of columns that the result shares with the table are kept without. */
  readonly origins?: (table: TypedTable, args: readonly unknown[], output: ColumnTable) => Origins;
}
