import type { CatalogueColumn } from "../known-catalogue.ts";
import type { FromItem } from "./from-relations.ts";
import { sameName } from "../../dialect/same-name.ts";
import { isMark, nameOf, wordOf, type SqlItem } from "./token-tree.ts";

/**
 * The columns of a query, from its select list: aliases, plain columns with their types, `*` and `t.*` expanded.
 *
 * @returns null without a select list, or for a `*` over unknown columns.
 */
export function selectedColumns(
  query: readonly SqlItem[],
  relations: readonly FromItem[],
): readonly CatalogueColumn[] | null {
  const select = query.findIndex((item) => wordOf(item) === "select");
  if (select < 0) return null;
  const columns: CatalogueColumn[] = [];
  for (const entry of splitList(query.slice(select + 1))) {
    const found = entryColumns(entry, relations);
    if (found === null) return null;
    columns.push(...found);
  }
  return columns;
}

/** Items of a select list, up to the next clause. */
function splitList(items: readonly SqlItem[]): SqlItem[][] {
  const entries: SqlItem[][] = [[]];
  for (const [at, item] of items.entries()) {
    const word = wordOf(item);
    if (/^(from|where|group|having|order|limit)$/.test(word)) break;
    if (at === 0 && (word === "distinct" || word === "all")) continue;
    if (isMark(item, ",")) entries.push([]);
    else entries.at(-1)?.push(item);
  }
  return entries.filter((entry) => entry.length > 0);
}

function entryColumns(
  entry: readonly SqlItem[],
  relations: readonly FromItem[],
): readonly CatalogueColumn[] | null {
  const last = entry.at(-1);
  if (isMark(last, "*") && (entry.length === 1 || isMark(entry.at(-2), "."))) {
    const of =
      entry.length === 1 ? relations : relations.filter(({ name }) => sameName(name, nameOf(entry[0])));
    const columns = of.map((relation) => relation.columns);
    return of.length === 0 || columns.includes(null) ? null : columns.flatMap((known) => known ?? []);
  }
  const name = nameOf(last);
  if (name === null) return [];
  const before = entry.at(-2);
  const plain = entry.length === 1 || (entry.length === 3 && isMark(before, "."));
  if (plain) {
    const qualifier = entry.length === 3 ? nameOf(entry[0]) : null;
    return [findColumn(relations, qualifier, name) ?? { name, type: null }];
  }
  // Distinguishes `expression alias` from an expression that ends with a name.
  const isAlias =
    wordOf(before) === "as" ||
    before?.kind === "group" ||
    nameOf(before) !== null ||
    before?.kind === "number";
  const renames = entry.length === 3 && wordOf(before) === "as" ? nameOf(entry[0]) : null;
  const type = renames === null ? null : (findColumn(relations, null, renames)?.type ?? null);
  return isAlias && wordOf(last) !== "end" ? [{ name, type }] : [];
}

/** Finds a column by name in the relations of a query, ignoring case. */
export function findColumn(
  relations: readonly FromItem[],
  qualifier: string | null,
  name: string,
): CatalogueColumn | null {
  for (const relation of relations) {
    if (qualifier !== null && !sameName(relation.name, qualifier)) continue;
    const column = relation.columns?.find((candidate) => sameName(candidate.name, name));
    if (column !== undefined) return column;
  }
  return null;
}
