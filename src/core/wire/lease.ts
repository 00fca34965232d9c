/**
 * Lease header, with an id chosen by the client, on requests that issue a job or statement: svclib's own service ends that work once the
 * client is gone. Every later request with the id renews the lease; other services ignore the header.
 */
export const LEASE_HEADER = "x-svc-lease";
