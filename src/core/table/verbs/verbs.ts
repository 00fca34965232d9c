import { ColumnTable } from "arquero";
import { withNumberArrays, withoutNumberArrays } from "../expressions/number-arrays.ts";
import type { TypedTable } from "../expressions/expression-names.ts";
import { arqueroVerb } from "./arquero-verb.ts";
import { assign, type AssignVerb } from "./assign-verb.ts";
import { derive, type DeriveVerb } from "./derive-verb.ts";
import { filter, type FilterVerb } from "./filter-verb.ts";
import { fold, type FoldVerb } from "./fold-verb.ts";
import { groupby, type GroupbyVerb } from "./groupby-verb.ts";
import { impute, type ImputeVerb } from "./impute-verb.ts";
import {
  antijoin,
  cross,
  join,
  join_full,
  join_left,
  join_right,
  semijoin,
  type JoinVerbs,
} from "./join-verb.ts";
import { spread, unroll, type ListVerbs } from "./list-verb.ts";
import { lookup, type LookupVerb } from "./lookup-verb.ts";
import { orderby, type OrderbyVerb } from "./orderby-verb.ts";
import type { Origins } from "./types/origins.ts";
import { pivot, type PivotVerb } from "./pivot-verb.ts";
import { count, rollup, type RollupVerbs } from "./rollup-verb.ts";
import { sample, type SampleVerb } from "./sample-verb.ts";
import { concat, dedupe, except, intersect, union, type SetVerbs } from "./set-verb.ts";
import { UNCHANGED, type UnchangedVerbs } from "./unchanged-verbs.ts";
import type { Verb } from "./verb.ts";

/** @internal The verbs by name. */
export const VERBS: Readonly<Record<string, Verb>> = {
  antijoin, assign, concat, count, cross, dedupe, derive, except, filter, fold, groupby, impute, intersect, join, join_full, join_left,
  join_right, lookup, orderby, pivot, rollup, sample, semijoin, spread, union, unroll, ...UNCHANGED,
}; // prettier-ignore

/**
 * Arquero's verbs, typed with column names and types if known.
 *
 * @typeParam R - Row type.
 * @typeParam G - Names of the columns grouped by.
 */
export interface TypedVerbs<R extends object, G extends keyof R>
  extends
    AssignVerb,
    DeriveVerb<R, G>,
    FilterVerb<R>,
    FoldVerb<R>,
    GroupbyVerb<R>,
    ImputeVerb<R, G>,
    JoinVerbs<R>,
    ListVerbs<R>,
    LookupVerb<R>,
    OrderbyVerb<R>,
    PivotVerb<R, G>,
    RollupVerbs<R, G>,
    SampleVerb,
    SetVerbs<R>,
    UnchangedVerbs<R> {}

/** @internal Runs a verb: what it makes, with the source columns of those that it copies. */
export function runVerb(
  name: string,
  table: TypedTable,
  args: readonly unknown[],
): { readonly output: ColumnTable; readonly origins: Origins } {
  const { expressions = [], run, origins } = VERBS[name] as Verb;
  const tables = args[0] instanceof ColumnTable ? [table, args[0]] : [table];
  const arrays = new Set<string>();
  const compiled = args.map((arg, i) => {
    const read = i < expressions.length ? expressions[i] : expressions.at(-1);
    return read ? read(arg, tables, arrays) : arg;
  });
  const start = withNumberArrays(table, arrays);
  const raw =
    run === undefined ? arqueroVerb(name).apply(start, compiled) : run(start, ...(compiled as never[]));
  const output = start === table ? raw : withoutNumberArrays(table, raw);
  return { output, origins: origins?.(table, compiled, output) ?? new Map() };
}
