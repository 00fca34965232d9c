import type { Client } from "../../core/client.ts";

/** Options of the functions that list what the account has. */
export interface ListingOptions {
  /** Default: the connection of the notebook's context. */
  readonly connection?: Client;
  /** Aborting it stops the listing. */
  readonly signal?: AbortSignal;
}
