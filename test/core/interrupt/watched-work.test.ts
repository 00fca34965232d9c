import { expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import {
  leaseHeader,
  setWorkWatcher,
  watchWork,
  type WatchedWork,
} from "../../../src/core/interrupt/watched-work.ts";
import { httpServer } from "../helpers/http-server.ts";

/** Registers work, and notes what the watcher is told. */
function watcher(): { readonly began: WatchedWork[]; readonly over: string[] } {
  const told: { began: WatchedWork[]; over: string[] } = { began: [], over: [] };
  setWorkWatcher({
    lease: "lease",
    began: (work) => told.began.push(work),
    over: (id) => told.over.push(id),
  });
  return told;
}

const kill = { method: "POST", path: "/v3/job/kill/42" } as const;
const client = (endpoint: string) => connect("1/key", endpoint, { headers: { "x-team": "a" } });

test("without a watcher there is no lease, and nothing to tell", async () => {
  const over = await watchWork(client("https://api.example.com").connection.transport, kill);
  over();
  expect(leaseHeader()).toEqual({});
});

test("the watcher gets the request that ends the work, with the key, until the work is over", async () => {
  const told = watcher();
  const over = await watchWork(client("https://api.example.com").connection.transport, kill);
  const [work] = told.began;
  expect(work).toEqual({
    id: work?.id,
    method: "POST",
    url: "https://api.example.com/v3/job/kill/42",
    headers: { "x-team": "a", authorization: "TD1 1/key", "user-agent": expect.stringMatching(/^svclib\//) },
    lease: null,
  });
  expect(told.over).toEqual([]);
  over();
  expect(told.over).toEqual([work?.id]);
  expect(leaseHeader()).toEqual({ "x-svc-lease": "lease" });
});

test.each<[string, string, string]>([
  ["https://gate.example.com/svc", "/v3/job/kill/42", "https://gate.example.com/svc/v3/job/kill/42"],
  [
    "https://gate.example.com/svc",
    "https://gate.example.com/v1/statement/1/2",
    "https://gate.example.com/v1/statement/1/2",
  ],
])("work of %s at %s ends at %s", async (endpoint, path, url) => {
  const told = watcher();
  await watchWork(client(endpoint).connection.transport, { method: "DELETE", path });
  expect(told.began[0]).toMatchObject({ method: "DELETE", url });
});

test("a service that echoes the ids of requests keeps leases", async () => {
  const told = watcher();
  await using server = await httpServer(({ headers }) => ({
    headers: { "x-svc-request": String(headers["x-svc-request"]) },
    body: { databases: [] },
  }));
  const own = client(server.url);
  await own.list_databases();
  await watchWork(own.connection.transport, kill);
  expect(told.began[0]?.lease).toEqual({ id: "lease", endpoint: server.url });
});
