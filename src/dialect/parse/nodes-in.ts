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
