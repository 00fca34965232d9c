import type { Plan } from "../../dialect/plan.ts";

type QueryPlan = Extract<Plan, { readonly kind: "query" }>;

/** Characters of all plans, with what they were compiled from. */
const MOST_CHARACTERS = 2 ** 21;
/** A mark or a column takes about as much memory. */
const ENTRY_CHARACTERS = 100;

/**
 * The plans of queries that ran not long ago: cells and dashboards run the same ones again and again, and to compile one takes longer than all
 * else that the service does for it. Those that were not used for longest are dropped first.
 */
export class RecentPlans {
  /** In the order of their last use, each with its size. */
  readonly #plans = new Map<string, { readonly plan: QueryPlan; readonly size: number }>();
  #size = 0;

  /** @param source - All that the plan was compiled from. */
  get(source: string): QueryPlan | undefined {
    const entry = this.#plans.get(source);
    if (entry === undefined) return undefined;
    this.#plans.delete(source);
    this.#plans.set(source, entry);
    return entry.plan;
  }

  set(source: string, plan: QueryPlan): void {
    const { sql, marks } = plan.sql;
    const size = source.length + sql.length + (marks.length + plan.columns.length) * ENTRY_CHARACTERS;
    this.#drop(source);
    this.#plans.set(source, { plan, size });
    this.#size += size;
    for (const oldest of this.#plans.keys()) {
      if (this.#size <= MOST_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(source: string): void {
    this.#size -= this.#plans.get(source)?.size ?? 0;
    this.#plans.delete(source);
  }
}
