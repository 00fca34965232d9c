import type { Catalogue, TableShape, TranslateContext } from "../../dialect/catalogue.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { Plan } from "../../dialect/plan.ts";
import { TaskThreads } from "../../system/threads/task-threads.ts";
import { statementTasks } from "../errors/statement-tasks.ts";
import type { Compile } from "./compile.ts";
import { RecentPlans } from "./recent-plans.ts";

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

/**
 * Compiles on threads of its own. A query has its plan from the last time if neither its tables nor anything else that it depends on has
 * changed.
 *
 * @param limitMs - Processor time for a statement, which gets more for its length. @default 1000
 */
export function compileOnThreads(limitMs?: number): Compile {
  const script = new URL("./compile-thread.js", import.meta.url);
  const threads = new TaskThreads<CompileTask, Plan>(
    statementTasks(script, "to compile", ({ sql }) => sql.length, limitMs),
  );
  const plans = new RecentPlans();
  return async (sql, dialect, { catalogue, ...context }, signal) => {
    const version = catalogue.version ?? null;
    const { scheduledTimeMs: _now, ...lasting } = context;
    const source = version === null ? null : JSON.stringify([version, dialect, sql, lasting]);
    const recent = source === null ? undefined : plans.get(source);
    if (recent !== undefined) return recent;
    /** Whether the answers are those of the catalogue's version: of tables, but not of system tables, which list the others. */
    let isOfVersion = true;
    const answer = async (question: unknown): Promise<unknown> => {
      const { method, args } = question as CatalogueQuestion;
      const value = await (catalogue[method] as (...args: unknown[]) => Promise<unknown>).apply(catalogue, [
        ...args,
      ]);
      isOfVersion &&= method === "describe" && value !== null && (value as TableShape).system !== true;
      return value;
    };
    const plan = await threads.run({ sql, dialect, context, version }, answer, signal);
    if (source !== null && isOfVersion && plan.kind === "query" && plan.isTimeless === true)
      plans.set(source, plan);
    return plan;
  };
}
