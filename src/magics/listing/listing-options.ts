import type { Client } from "../../core/client.ts";

/** Options of the functions that list databases, tables and jobs. */
export interface ListingOptions {
  /** Default: the connection of the notebook's context. */
  readonly connection?: Client;
  /** Aborting it stops the listing. */
  readonly signal?: AbortSignal;
}
