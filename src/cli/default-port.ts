/** Where the local service listens unless told otherwise: the {base_url} of the interface. */
export const defaultPort = 8190;
