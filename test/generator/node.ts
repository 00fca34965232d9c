/**
 * A piece of a generated statement. Its `sort` says what may take its place: the name of a type for expressions, `query(bigint, varchar)` for queries
 * of these columns, a word of the grammar for the rest.
 */
export interface Node {
  readonly sort: string;
  readonly parts: readonly Part[];
  /** The statement is still one without it. */
  readonly droppable?: true;
  /** The parts are a list, with this between them; each may be left out while one remains. */
  readonly separator?: string;
}
export type Part = string | Node;

export const node = (sort: string, ...parts: Part[]): Node => ({ sort, parts });
/** A piece that can be left out, with the space before it. */
export const clause = (...parts: Part[]): Node => ({
  sort: "clause",
  parts: [" ", ...parts],
  droppable: true,
});
export const list = (parts: readonly Part[], separator = ", "): Node => ({ sort: "list", parts, separator });

export function print(part: Part): string {
  return typeof part === "string" ? part : part.parts.map(print).join(part.separator ?? "");
}

/** How many nodes a piece has: what shrinking makes smaller. */
export function size(part: Part): number {
  return typeof part === "string" ? 0 : 1 + part.parts.reduce((sum, one) => sum + size(one), 0);
}

/**
 * All that a piece can be made smaller to in one step, the largest steps first: left out, a smaller piece of the same sort that is in it, an
 * item of a list less, the simplest value of its type.
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
  /** The root with another node in this place. */
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
