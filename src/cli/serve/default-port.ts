export const defaultPort = 8190;
