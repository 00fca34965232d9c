// This folder: statements to the engine's SQL, on threads that a time limit can end. Begin with compile-on-threads.ts.

import type { Dialect } from "../../dialect/dialect.ts";
import type { Catalogue, TranslateContext } from "../../dialect/catalogue.ts";
import type { Plan } from "../../dialect/plan.ts";
import { translate } from "../../dialect/translate.ts";

/** A catalogue whose tables a thread may remember. */
export interface CompileContext extends TranslateContext {
  readonly catalogue: Catalogue & {
    /** Where it is the same, the same tables are visible, with the same columns. Null: unknown. @default null */
    readonly version?: string | null;
  };
}

/** Compiles a statement of a dialect. @param signal - Aborting it ends the compilation. */
export type Compile = (
  sql: string,
  dialect: Dialect,
  context: CompileContext,
  signal: AbortSignal,
) => Promise<Plan>;

/** On the calling thread, where only the compiler's own limits end it. */
export const compileHere: Compile = (sql, dialect, context) => translate(sql, dialect, context);
