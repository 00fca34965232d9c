import type { Name } from "./parse/ast.ts";

/** Every name in the tree that could be a table: `{ kind: "table", name }` and the targets of statements. */
export function mentionedTables(node: unknown): (readonly Name[])[] {
  const found: (readonly Name[])[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    const record = value as Record<string, unknown>;
    if (record["kind"] === "table") found.push(record["name"] as readonly Name[]);
    for (const key of ["table", "view", "like"])
      if (Array.isArray(record[key])) found.push(record[key] as readonly Name[]);
    if ((record["kind"] === "show" || record["kind"] === "drop") && Array.isArray(record["name"]))
      found.push(record["name"] as readonly Name[]);
    Object.values(record).forEach(visit);
  };
  visit(node);
  return found.filter((name) => name.length > 0 && name.length <= 3);
}
