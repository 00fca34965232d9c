/** Where the local service listens by default: the {base_url} of the interface. */
export const defaultPort = 8190;
