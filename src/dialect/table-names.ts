import type { Name } from "./parse/ast.ts";

/** All names in the tree that may be tables: `{ kind: "table", name }` and the targets of statements. */
export function mentionedTables(node: unknown): (readonly Name[])[] {
  const found: (readonly Name[])[] = [];
  const waiting: unknown[] = [node];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const record = value as Record<string, unknown>;
    if (record["kind"] === "table") found.push(record["name"] as readonly Name[]);
    for (const key of ["table", "view", "like", "to"])
      if (Array.isArray(record[key])) found.push(record[key] as readonly Name[]);
    if ((record["kind"] === "show" || record["kind"] === "drop") && Array.isArray(record["name"]))
      found.push(record["name"] as readonly Name[]);
    for (const part of Object.values(record)) waiting.push(part);
  }
  return found.filter((name) => name.length > 0 && name.length <= 3);
}
