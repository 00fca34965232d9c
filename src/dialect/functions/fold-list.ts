/**
 * SQL that folds a list of `struct(s, x)` (x: the elements; s: the initial state, of the state's type) from the left. The engine's own reduce
 * wants state and elements of one type, so each step carries both.
 */
export function foldList(
  list: string,
  names: readonly string[],
  body: string,
  initial: string,
  elementType: string,
): string {
  const [state, item] = names as [string, string];
  const level = Math.max(0, ...[...body.matchAll(/\bf(\d+)_a\b/g)].map((match) => Number(match[1]))) + 1;
  const rename = (sql: string, from: string, to: string): string =>
    sql.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to);
  const step = rename(rename(body, state, `f${level}_a.s`), item, `f${level}_b.x`);
  return `list_reduce(${list}, lambda f${level}_a, f${level}_b: struct_pack(s := ${step}, x := f${level}_b.x), struct_pack(s := ${initial}, x := CAST(NULL AS ${elementType}))).s`;
}
