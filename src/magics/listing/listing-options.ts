import type { Client } from "../../core/client.ts";

export interface ListingOptions {
  /** Default: the connection of the notebook's context. */
  readonly connection?: Client;
  /** Aborting it stops the listing. */
  readonly signal?: AbortSignal;
}
