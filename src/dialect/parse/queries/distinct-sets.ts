import type { Expr, GroupItem } from "../ast.ts";

/** For GROUP BY DISTINCT, and any GROUP BY in Hive: the combined grouping sets without duplicates. */
export function distinctSets(items: readonly GroupItem[]): GroupItem[] {
  if (items.every((item) => item.kind === "expr")) return [...items];
  const crossed = items
    .map(setsOf)
    .reduce<readonly (readonly Expr[])[]>(
      (all, sets) => all.flatMap((one) => sets.map((set) => [...one, ...set])),
      [[]],
    );
  const sets = new Map<string, Expr[]>();
  for (const set of crossed) {
    const exprs = [...new Map(set.map((expr) => [keyOf(expr), expr])).values()];
    const key = exprs.map(keyOf).sort().join();
    if (!sets.has(key)) sets.set(key, exprs);
  }
  return [{ kind: "sets", sets: [...sets.values()], distinct: true }];
}

/** How many grouping sets the items have when they are combined. */
export const countOfSets = (items: readonly GroupItem[]): number =>
  items.reduce((count, item) => {
    if (item.kind === "expr") return count;
    const { length } = item.sets;
    return count * (item.kind === "cube" ? 2 ** length : item.kind === "rollup" ? length + 1 : length);
  }, 1);

/** The columns of CUBE without duplicates. */
export const withoutRepeats = (sets: readonly (readonly Expr[])[]): (readonly Expr[])[] => [
  ...new Map(sets.map((set) => [set.map(keyOf).join(), set])).values(),
];

/** Adds the order in which a GROUP BY names its columns. */
export function inOrder(items: readonly GroupItem[], columns: readonly Expr[]): GroupItem[] {
  return items.map((item) => (item.kind === "sets" ? { ...item, order: columns } : item));
}

export function setsOf(item: GroupItem): readonly (readonly Expr[])[] {
  switch (item.kind) {
    case "expr":
      return [[item.expr]];
    case "sets":
      return item.sets;
    case "rollup":
      return [...item.sets.keys(), item.sets.length].map((count) => item.sets.slice(0, count).flat());
    case "cube":
      return item.sets.reduce<readonly (readonly Expr[])[]>(
        (all, one) => all.flatMap((set) => [set, [...set, ...one]]),
        [[]],
      );
  }
}

/** Equal for expressions with the same text. */
const keyOf = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) =>
    key === "pos" ? undefined : key === "text" && typeof value === "string" ? value.toLowerCase() : value,
  );
