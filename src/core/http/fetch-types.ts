import type { ServiceIdentity } from "../local-service/prove-service.ts";

// The part of the Fetch API in use, so that any fetch fits and public types need no DOM types.

export type FetchBody = string | Uint8Array;

/** A request as a `fetch` of your own gets it; the address comes before it. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FetchBody;
  readonly redirect: "manual";
  readonly signal?: AbortSignal | undefined;
  /** True: must not be sent twice. Uses a new connection, as a kept-alive one may be closed already. */
  readonly once?: boolean;
  /** Identity that the other end must prove before the request is sent. */
  readonly provenBy?: ServiceIdentity;
}

/** The parts of a response that svclib reads. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: {
    /** A header by its case-insensitive name; null if absent. */
    get(name: string): string | null;
  };
  /** Chunks of bytes: a Node stream (node-fetch) or a web stream (Deno, Node's own fetch), still compressed or already decoded. */
  readonly body: AsyncIterable<Uint8Array | string> | null;
  /** The whole body as text. */
  text(): Promise<string>;
  /** The whole body as bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A fetch function; `globalThis.fetch` is one. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
