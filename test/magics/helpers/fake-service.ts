import type { Client } from "../../../src/core/client.ts";
import { connect } from "../../../src/core/connect.ts";

/** Reply of one route: a JSON value, or a status with a message. */
export type FakeReply = object | { readonly status: number; readonly message: string };

/** A client of a service that replies from a table of `METHOD /path`, and a log of its requests. */
export function fakeService(routes: Readonly<Record<string, FakeReply>>): {
  client: Client;
  requests: string[];
} {
  const requests: string[] = [];
  const fetch = (input: string | URL, init?: { method?: string }): Promise<Response> => {
    const { pathname, search } = new URL(String(input));
    const method = init?.method ?? "GET";
    requests.push(`${method} ${pathname}${search}`);
    const reply = routes[`${method} ${pathname}`] ?? { status: 404, message: `no ${pathname}` };
    const status = "status" in reply && "message" in reply ? Number(reply.status) : 200;
    return Promise.resolve(new Response(JSON.stringify(reply), { status }));
  };
  const client = connect("1/key", "http://127.0.0.1:1", { fetch: fetch });
  return { client, requests };
}
