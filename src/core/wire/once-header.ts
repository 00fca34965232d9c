/**
 * Header with a key chosen by the client, on `POST /v1/statement`: svclib's own service runs one statement per key of a user, and answers a
 * repeat with that statement. A gateway may refuse a request (429, 503) that it has already passed on; other services ignore the header.
 */
export const ONCE_HEADER = "x-svc-once";
