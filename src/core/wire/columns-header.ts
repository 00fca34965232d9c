/** On the answer to a new bulk import session: the service takes parts as blocks of columns, plain or as gzip. */
export const COLUMNS_HEADER = "x-svc-columns";
