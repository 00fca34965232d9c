import type { Random } from "../../core/helpers/random.ts";
import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/connect.ts";
import type { Fetch } from "../../../src/core/http/fetch-types.ts";
import { keepAliveFetch } from "../../../src/core/http/agent/node-fetch.ts";

/** An address where nothing listens. */
const REFUSED = "http://127.0.0.1:1";
const DAY_MS = 86_400_000;

/**
 * A client whose delays take no time, whose clock jumps back and forth by days, and whose connections are sometimes refused.
 * Its timeouts are real and short.
 */
export function hostileClient(
  random: Random,
  target: { readonly url: string; readonly apikey: string },
  refusals: number,
): Client {
  const own = keepAliveFetch({}, null);
  const fetch: Fetch = (url, init) =>
    own.fetch(random.next() < refusals ? url.replace(/^http:\/\/[^/]+/, REFUSED) : url, init);
  const jumps = random.next() < 0.3;
  let offsetMs = 0;
  const client = connect(target.apikey, target.url, {
    database: "fixed",
    fetch,
    env: {},
    timeout: 0.4,
    max_cumul_retry_delay: random.pick([0, 5, 60, 600]),
    sleep: async (_ms, signal) => {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
    now: () => {
      if (jumps && random.next() < 0.2) offsetMs += (random.next() - 0.5) * 4 * DAY_MS;
      return Date.now() + offsetMs;
    },
  });
  const close = client.close.bind(client);
  client.close = () => {
    close();
    own.close();
  };
  return client;
}
