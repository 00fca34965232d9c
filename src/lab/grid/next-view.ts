import type { GridView, RowFilter } from "../../kernel/comms/grid-request.ts";

/** The view with a column's sort order advanced: ascending, descending, none. @param add - Keeps the other sort columns. */
export function sortedNext({ sort, filters }: GridView, column: number, add: boolean): GridView {
  const now = sort.find((key) => key.column === column);
  const own = now?.descending === true ? [] : [{ column, descending: now !== undefined }];
  const others = add ? sort.filter((key) => key.column !== column) : [];
  return { sort: [...others, ...own], filters };
}

/** The view with a column's filter replaced or removed. */
export function filteredBy({ sort, filters }: GridView, column: number, filter: RowFilter | null): GridView {
  const others = filters.filter((one) => one.column !== column);
  return { sort, filters: filter === null ? others : [...others, filter] };
}
