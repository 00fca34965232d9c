// Headers between svclib and its own service; other services ignore them.

/**
 * An id chosen by the client, on requests that issue a job or statement: the service ends that work once the client is gone. Every later
 * request with the id renews the lease.
 */
export const LEASE_HEADER = "x-svc-lease";

/**
 * A key chosen by the client, on `POST /v1/statement`: the service runs one statement per key of a user, and answers a repeat with that
 * statement. A gateway may refuse a request (429, 503) that it has already passed on. The first reply has rows if they come within a moment.
 */
export const ONCE_HEADER = "x-svc-once";

/** On the reply to a new bulk import session: the service accepts parts as blocks of columns, plain or gzipped. */
export const COLUMNS_HEADER = "x-svc-columns";
