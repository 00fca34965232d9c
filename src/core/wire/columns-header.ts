/** Header of the reply to a new bulk import session: the service accepts parts as blocks of columns, plain or gzipped. */
export const COLUMNS_HEADER = "x-svc-columns";
