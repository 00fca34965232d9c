// This folder: statements to the engine's SQL, on threads that a time limit can end. Begin with compile-on-threads.ts.

import type { Dialect } from "../../dialect/dialect.ts";
import type { TranslateContext } from "../../dialect/catalogue.ts";
import type { Plan } from "../../dialect/plan.ts";
import { translate } from "../../dialect/translate.ts";

/** Compiles a statement of a dialect. @param signal - Aborting it ends the compilation. */
export type Compile = (
  sql: string,
  dialect: Dialect,
  context: TranslateContext,
  signal: AbortSignal,
) => Promise<Plan>;

/** On the calling thread, where only the compiler's own limits end it. */
export const compileHere: Compile = (sql, dialect, context) => translate(sql, dialect, context);
