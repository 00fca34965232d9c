import type { Name } from "./parse/ast.ts";
import { nodesIn } from "./parse/nodes-in.ts";

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
