/**
 * Header by which a client has svclib's own service end what it issued once the client is gone: a name that the client made up, on the request
 * that issues a job or a statement. Every later request with the name renews the lease; other services don't know the header.
 */
export const LEASE_HEADER = "x-svc-lease";
