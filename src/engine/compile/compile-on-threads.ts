import type { Catalogue, TranslateContext } from "../../dialect/catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Plan } from "../../dialect/plan.ts";
import { TaskThreads } from "../../system/threads/task-threads.ts";
import { statementTasks } from "../errors/statement-tasks.ts";
import type { Compile } from "./compile.ts";

export interface CompileTask {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly context: Omit<TranslateContext, "catalogue">;
  readonly version: string | null;
}

/** What a compilation asks: a method of the catalogue and its arguments. */
export interface CatalogueQuestion {
  readonly method: keyof Catalogue;
  readonly args: readonly unknown[];
}

/** Compiles on threads of its own. @param limitMs - Processor time for a statement, which gets more for its length. @default 1000 */
export function compileOnThreads(limitMs?: number): Compile {
  const script = new URL("./compile-thread.js", import.meta.url);
  const threads = new TaskThreads<CompileTask, Plan>(
    statementTasks(script, "to compile", ({ sql }) => sql.length, limitMs),
  );
  return (sql, dialect, { catalogue, ...context }, signal) => {
    const answer = (question: unknown): Promise<unknown> => {
      const { method, args } = question as CatalogueQuestion;
      return (catalogue[method] as (...args: unknown[]) => Promise<unknown>).apply(catalogue, [...args]);
    };
    return threads.run({ sql, dialect, context, version: catalogue.version ?? null }, answer, signal);
  };
}
