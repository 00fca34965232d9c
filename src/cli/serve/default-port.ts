/** Default port of the local service. */
export const defaultPort = 8190;
