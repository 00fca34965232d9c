/**
 * A node of a generated statement. Its `sort` says what may replace it: a type's name for expressions, `query(bigint, varchar)` for
 * queries of these columns, a name of the grammar otherwise.
 */
export interface Node {
  readonly sort: string;
  readonly parts: readonly Part[];
  /** The statement is valid without it. */
  readonly droppable?: true;
  /** Separator: the parts are a list, of which any may be left out while one remains. */
  readonly separator?: string;
}
export type Part = string | Node;

export const node = (sort: string, ...parts: Part[]): Node => ({ sort, parts });
/** An optional node, with the space before it. */
export const clause = (...parts: Part[]): Node => ({
  sort: "clause",
  parts: [" ", ...parts],
  droppable: true,
});
export const list = (parts: readonly Part[], separator = ", "): Node => ({ sort: "list", parts, separator });

export function print(part: Part): string {
  return typeof part === "string" ? part : part.parts.map(print).join(part.separator ?? "");
}

/** Number of nodes: shrinking reduces it. */
export function size(part: Part): number {
  return typeof part === "string" ? 0 : 1 + part.parts.reduce((sum, one) => sum + size(one), 0);
}

/**
 * All replacements that make a node smaller in one step, the largest steps first: omission, a smaller node of the same sort inside it,
 * one list item fewer, the simplest value of its type.
 */
export function* smaller(root: Node, simplest: (sort: string) => string | null): Generator<Node> {
  for (const { at, rebuild } of places(root)) {
    if (at.droppable === true) yield rebuild({ sort: at.sort, parts: [] });
    for (const { at: inner } of places(at)) if (inner !== at && inner.sort === at.sort) yield rebuild(inner);
    if (at.separator !== undefined && at.parts.length > 1)
      for (const i of at.parts.keys()) yield rebuild({ ...at, parts: at.parts.filter((_, j) => j !== i) });
    const value = simplest(at.sort);
    if (value !== null && at.parts.some((part) => typeof part !== "string"))
      yield rebuild(node(at.sort, value));
  }
}

interface Place {
  readonly at: Node;
  /** The root with the node at this path replaced. */
  readonly rebuild: (replacement: Node) => Node;
}

/** Every node, those near the root first. */
function places(root: Node): Place[] {
  const found: Place[] = [{ at: root, rebuild: (replacement) => replacement }];
  for (const { at, rebuild } of found)
    for (const [i, part] of at.parts.entries())
      if (typeof part !== "string")
        found.push({
          at: part,
          rebuild: (replacement) =>
            rebuild({ ...at, parts: at.parts.map((one, j) => (i === j ? replacement : one)) }),
        });
  return found;
}
