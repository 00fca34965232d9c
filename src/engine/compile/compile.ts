// This folder: statements to the engine's SQL, on threads that a time limit can end. Begin with compiling-threads.ts for the threads.

import type { Dialect } from "../../dialect/dialect.ts";
import type { Catalogue, TranslateContext } from "../../dialect/catalogue.ts";
import type { Plan } from "../../dialect/plan.ts";
import { translate } from "../../dialect/translate.ts";
import type { SerializedError } from "../errors/serialized-error.ts";

/** Compiles a statement of a dialect. @param signal - Aborting it ends the compilation. */
export type Compile = (
  sql: string,
  dialect: Dialect,
  context: TranslateContext,
  signal: AbortSignal,
) => Promise<Plan>;

/** On the calling thread, where only the compiler's own limits end it. */
export const compileHere: Compile = (sql, dialect, context) => translate(sql, dialect, context);

/** What a compiling thread is sent. */
export type ToThread =
  | {
      readonly kind: "compile";
      readonly sql: string;
      readonly dialect: Dialect;
      readonly context: Omit<TranslateContext, "catalogue">;
    }
  | { readonly kind: "known"; readonly value: unknown }
  | { readonly kind: "unknown"; readonly error: SerializedError };

/** What it sends: `ready` once, then for each statement some questions to the catalogue, one after another, and the plan or an error. */
export type FromThread =
  /** @param thread - For its processor time. */
  | { readonly kind: "ready"; readonly thread: string }
  | { readonly kind: "ask"; readonly method: keyof Catalogue; readonly args: readonly unknown[] }
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "error"; readonly error: SerializedError };
