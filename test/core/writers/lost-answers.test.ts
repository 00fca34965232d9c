import { describe, expect, test } from "@jest/globals";
import { connect } from "../../../src/core/connect.ts";
import { to_svc, type ToSvcOptions } from "../../../src/core/write/to-svc.ts";
import { fakeTables, type FakeTables, type FakeTablesOptions } from "../helpers/fake-tables.ts";
import { collectWarnings } from "../helpers/collect-warnings.ts";
import { httpServer, type Reply } from "../helpers/http-server.ts";
import { someOf } from "../../jest/short-form.ts";

collectWarnings();

const FRAME = [{ a: 1 }, { a: 2 }];

function write(url: string, if_exists: ToSvcOptions["if_exists"], options: ToSvcOptions = {}): Promise<void> {
  const con = connect("1/k", url, { sleep: () => Promise.resolve() });
  return to_svc(FRAME, "db1.t", con, { index: false, if_exists, ...options });
}

/** The service behind a gateway that answers the first request of `step` with 502 or `lostAs`, before or after forwarding it. */
async function behindGateway(
  step: string,
  when: "before" | "after",
  options: FakeTablesOptions = {},
  lostAs: Reply = { status: 502, body: "<h1>Bad Gateway</h1>" },
) {
  const service: FakeTables = await fakeTables({ isOther: true, ...options });
  let lost = false;
  const gateway = await httpServer(async ({ method, url, headers, body }) => {
    const isLost = !lost && url.startsWith(`/v3/${step}/`);
    lost ||= isLost;
    if (isLost && when === "before") return lostAs;
    const type = headers["content-type"];
    const reply = await fetch(service.url + url, {
      method,
      ...(type ? { headers: { "content-type": type } } : {}),
      ...(method === "GET" ? {} : { body: Uint8Array.from(body) }),
    });
    const answer = { status: reply.status, body: await reply.text() };
    return isLost ? lostAs : answer;
  });
  return {
    service,
    url: gateway.url,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const STEPS = ["create", "upload_part", "freeze", "perform", "commit", "delete"];

describe.each(["before", "after"] as const)("a reply lost %s the service handled the request", (when) => {
  test.each(someOf(STEPS, 2))("of bulk_import/%s does no harm: all rows are committed once", async (step) => {
    await using gateway = await behindGateway(`bulk_import/${step}`, when, { tables: { t: [] } });
    await write(gateway.url, "append");
    expect(gateway.service.tables.get("t")).toHaveLength(2);
    expect(gateway.service.sessions.size).toBe(0);
  });

  test.each(["append", "replace"] as const)("of table/create does no harm with %s", async (mode) => {
    await using gateway = await behindGateway("table/create", when);
    await write(gateway.url, mode);
    expect([...gateway.service.tables]).toMatchObject([["t", [{ a: 1 }, { a: 2 }]]]);
  });
});

const LIMITED = STEPS.flatMap((step) => (["before", "after"] as const).map((when) => [when, step] as const));

test.each(someOf(LIMITED, 5))(
  "a 429 that comes %s bulk_import/%s does no harm: all rows are committed once",
  async (when, step) => {
    const options = { tables: { t: [] } };
    await using gateway = await behindGateway(`bulk_import/${step}`, when, options, { status: 429 });
    await write(gateway.url, "append");
    expect(gateway.service.tables.get("t")).toHaveLength(2);
    expect(gateway.service.sessions.size).toBe(0);
  },
);

const LOST: readonly [string, Reply][] = [
  ["502", { status: 502 }],
  ["503", { status: 503 }],
  ["a cut connection", { destroy: true }],
];

test.each(
  LOST.flatMap(([as, reply]) => (["fail", "ignore"] as const).map((mode) => [as, mode, reply] as const)),
)(
  "after %s a table that this call may have created is neither filled nor ignored with %s",
  async (_as, mode, reply) => {
    await using gateway = await behindGateway("table/create", "after", {}, reply);
    await expect(write(gateway.url, mode)).rejects.toThrow(
      "an earlier attempt, whose reply was lost, may have created it",
    );
    expect([...gateway.service.tables]).toEqual([["t", []]]);
  },
);

test.each(["fail", "ignore"] as const)(
  "a table that was not created is created by the retry with %s",
  async (mode) => {
    await using gateway = await behindGateway("table/create", "before");
    await write(gateway.url, mode);
    expect(gateway.service.tables.get("t")).toHaveLength(2);
  },
);

test("an existing session with a given name is not taken over", async () => {
  await using gateway = await behindGateway("bulk_import/create", "after", { tables: { t: [] } });
  await expect(write(gateway.url, "append", { bulk_import_name: "nightly" })).rejects.toThrow("HTTP 502");
  expect([...gateway.service.sessions.keys()]).toEqual(["nightly"]);
});

test.each([400, 405, 501])("a service that answers %i to an unknown route", async (status) => {
  await using service = await fakeTables({
    isOther: true,
    tables: { t: [{ a: 0 }] },
    override: (path) =>
      path.startsWith("/v3/table/show/") ? { status, body: { error: "no route" } } : undefined,
  });
  await write(service.url, "replace");
  expect(service.tables.get("t")).toHaveLength(2);
});

test.each(["before", "after"] as const)(
  "a 503 that comes %s the swap never swaps the tables back",
  async (when) => {
    const tables = { t: [{ a: 0 }] };
    await using gateway = await behindGateway("table/swap", when, { tables }, { status: 503 });
    await write(gateway.url, "replace").catch(() => undefined);
    const rows = gateway.service.tables.get("t");
    expect(rows).toHaveLength(when === "after" ? 2 : 1);
  },
);

test.each(
  [425, 429, 503].flatMap((status) => (["before", "after"] as const).map((when) => [status, when] as const)),
)("a %i with Retry-After that comes %s the swap leaves the new rows", async (status, when) => {
  const refusal = { status, headers: { "retry-after": "1" } };
  await using gateway = await behindGateway("table/swap", when, { tables: { t: [{ a: 0 }] } }, refusal);
  await write(gateway.url, "replace");
  expect([...gateway.service.tables]).toMatchObject([["t", [{ a: 1 }, { a: 2 }]]]);
});

test.each(["before", "after"] as const)(
  "an old table is removed even if its deletion gets a 502 %s it is done",
  async (when) => {
    await using gateway = await behindGateway("table/delete", when, { tables: { t: [{ a: 0 }] } });
    await write(gateway.url, "replace");
    expect([...gateway.service.tables.keys()]).toEqual(["t"]);
  },
);

const PAGE: Reply = { status: 200, body: "<!DOCTYPE html><title>Log in</title>" };

describe.each(["before", "after"] as const)("a login page with status 200 that comes %s", (when) => {
  test.each(["freeze", "commit", "delete"])("bulk_import/%s does no harm", async (step) => {
    const options = { tables: { t: [{ a: 0 }] } };
    await using gateway = await behindGateway(`bulk_import/${step}`, when, options, PAGE);
    const error: unknown = await write(gateway.url, "append").catch((failure: unknown) => failure);
    expect(gateway.service.tables.get("t")).toHaveLength(error === undefined ? 3 : 1);
  });

  test("the swap never deletes the new rows as if it had been made", async () => {
    await using gateway = await behindGateway("table/swap", when, { tables: { t: [{ a: 0 }] } }, PAGE);
    const error: unknown = await write(gateway.url, "replace").catch((failure: unknown) => failure);
    expect(String(error)).toMatch(when === "after" ? "undefined" : "failed: a page was received");
    expect(gateway.service.tables.get("t")).toHaveLength(when === "after" ? 2 : 1);
  });
});
