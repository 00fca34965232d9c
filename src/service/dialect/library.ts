/** Where the macros live: a catalog of their own, which no statement of a user can name. */
export const LIBRARY = `"svc-lib".main`;
