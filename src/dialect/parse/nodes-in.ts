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

/** All names in the tree that may be tables: `{ kind: "table", name }` and the targets of statements. */
export function mentionedTables(tree: unknown): (readonly Name[])[] {
  const found: (readonly Name[])[] = [];
  for (const node of nodesIn(tree)) {
    const isNamed = ["table", "show", "drop"].includes(String(node["kind"]));
    for (const key of ["table", "view", "like", "to", ...(isNamed ? ["name"] : [])])
      if (Array.isArray(node[key])) found.push(node[key] as readonly Name[]);
  }
  return found.filter((name) => name.length > 0 && name.length <= 3);
}
