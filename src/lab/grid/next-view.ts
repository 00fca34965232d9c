import type { GridView, RowFilter } from "../../kernel/comms/grid-request.ts";

/** A view whose column is sorted the next way: ascending, descending, not. @param add - Beside the other columns. */
export function sortedNext({ sort, filters }: GridView, column: number, add: boolean): GridView {
  const now = sort.find((key) => key.column === column);
  const own = now?.descending === true ? [] : [{ column, descending: now !== undefined }];
  const others = add ? sort.filter((key) => key.column !== column) : [];
  return { sort: [...others, ...own], filters };
}

/** A view with another filter of a column, or with none. */
export function filteredBy({ sort, filters }: GridView, column: number, filter: RowFilter | null): GridView {
  const others = filters.filter((one) => one.column !== column);
  return { sort, filters: filter === null ? others : [...others, filter] };
}
