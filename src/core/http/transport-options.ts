import type { WaitPolicy } from "../../system/attempts.ts";
import type { Sleep } from "../interrupt/abortable-sleep.ts";
import type { ResolveTarget } from "../options/settings.ts";
import type { Tracing } from "../trace/tracing.ts";
import type { Fetch } from "./fetch-types.ts";
import type { RequestEvents } from "./request-events.ts";
import type { SeenIds } from "./seen-ids.ts";

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly resolveTarget: ResolveTarget;
  /** Makes the headers that carry the key. */
  readonly authorize: (apikey: string) => Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum wait for a reply's headers, and for each next chunk of its body. */
  readonly timeoutMs: number;
  readonly retry: WaitPolicy;
  readonly retryPost: boolean;
  readonly sleep: Sleep;
  /** Unix time in ms. */
  readonly now: () => number;
  readonly events: RequestEvents;
  /** Null: no spans. */
  readonly tracing: Tracing | null;
  /** @default an empty set */
  readonly seenIds?: SeenIds;
}
