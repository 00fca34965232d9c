import type { Name } from "./ast.ts";

type TreeNode = Readonly<Record<string, unknown>>;

/**
 * Every object in a syntax tree, the tree itself included.
 *
 * @param isClosed - Objects whose parts are left out.
 */
export function* nodesIn(
  tree: unknown,
  isClosed: (node: TreeNode) => boolean = () => false,
): Generator<TreeNode, void> {
  const waiting = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    yield node as TreeNode;
    if (!isClosed(node as TreeNode)) for (const part of Object.values(node)) waiting.push(part);
  }
}

/** Names in the tree that may be tables, but for those that its queries read: the targets of statements, what SHOW and DROP name. */
export function namedTargets(tree: unknown): (readonly Name[])[] {
  const targets: (readonly Name[])[] = [];
  for (const node of nodesIn(tree, ({ kind }) => kind === "query")) {
    const isNamed = node["kind"] === "show" || node["kind"] === "drop";
    for (const key of ["table", "view", "like", "to", ...(isNamed ? ["name"] : [])])
      if (Array.isArray(node[key])) targets.push(node[key] as readonly Name[]);
  }
  return targets;
}
