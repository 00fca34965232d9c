import type { ServiceIdentity } from "../local-service/prove-service.ts";

// The part of the Fetch API that is used, so that any fetch fits and no DOM type shows in the public types.

/** Body of a request. */
export type FetchBody = string | Uint8Array;

/** A request as svclib sends it. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FetchBody;
  readonly redirect: "manual";
  readonly signal?: AbortSignal | undefined;
  /** True: sending it twice could do harm. It goes over a connection of its own, as one that is kept may be closed already. */
  readonly once?: boolean;
  /** Who must be at the other end, and prove it before the request is sent. */
  readonly provenBy?: ServiceIdentity;
}

/** What svclib reads of a response. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: {
    /** A header by its name, in any case; null without it. */
    get(name: string): string | null;
  };
  /** Chunks of bytes: a Node stream (node-fetch) or a web stream (Deno, Node's own fetch), packed as they were sent or unpacked already. */
  readonly body: AsyncIterable<Uint8Array | string> | null;
  /** The whole body as text. */
  text(): Promise<string>;
  /** The whole body as bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A fetch function; `globalThis.fetch` is one. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
