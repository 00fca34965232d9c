import type { SortItem } from "../ast.ts";
import type { Parser } from "../parser.ts";

export function parseSortItems(s: Parser): SortItem[] {
  return s.list(() => {
    const expr = s.expression();
    const descending = s.takeAny("ASC", "DESC") === "DESC";
    const nulls = s.take("NULLS") ? (s.takeAny("FIRST", "LAST") ?? s.fail("expected FIRST or LAST")) : null;
    return { expr, descending, nulls: nulls === null ? null : nulls === "FIRST" ? "first" : "last" };
  });
}
