import { describe, expect, test } from "@jest/globals";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RunOptions } from "../../../src/engine/contract/engine.ts";
import type { TrinoOptions } from "../../../src/clusters/trino/protocol/trino-options.ts";
import { TrinoRunner } from "../../../src/clusters/trino/trino-runner.ts";
import { engineUrl } from "../helpers/engine-url.ts";
import { query } from "../helpers/rows-of.ts";

const server = (): TrinoOptions => ({
  url: engineUrl("TRINO_TLS_URL"),
  catalog: "memory",
  user: engineUrl("TRINO_USER"),
  ca: readFileSync(engineUrl("TRINO_CA"), "utf8"),
  retryMs: 0,
});

const ask = async (
  options: TrinoOptions,
  sql = "SELECT current_user",
  key: Pick<RunOptions, "userName" | "roles"> = {},
): Promise<unknown[][]> => {
  const runner = new TrinoRunner(options);
  try {
    return (await query(runner, sql, key)).rows;
  } finally {
    await runner.close();
  }
};

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token for the server's user, signed with HMAC. */
function token(secret: Buffer, expiresInS: number): string {
  const sub = engineUrl("TRINO_USER");
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ sub, exp: Math.floor(Date.now() / 1000) + expiresInS })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

describe("a Trino with TLS and authentication", () => {
  const secret = (): Buffer => Buffer.from(engineUrl("TRINO_JWT_SECRET"), "base64");

  test("accepts the user with the right password, for all pages of a result", async () => {
    const options = { ...server(), password: engineUrl("TRINO_PASSWORD") };
    expect(await ask(options)).toEqual([["tester"]]);
    expect(await ask(options, "SELECT l_orderkey FROM tpch.tiny.lineitem")).toHaveLength(60175);
  });

  test("accepts the user with a token", async () => {
    expect(await ask({ ...server(), token: token(secret(), 300) })).toEqual([["tester"]]);
  });

  test("runs a statement as the key's user, for all its pages, where the service impersonates", async () => {
    const options = { ...server(), password: engineUrl("TRINO_PASSWORD"), impersonates: true };
    const key = { userName: "ada", roles: { default: "read" } } as const;
    expect(await ask(options, "SELECT current_user", key)).toEqual([["ada"]]);
    expect(await ask(options, "SELECT l_orderkey FROM tpch.tiny.lineitem", key)).toHaveLength(60175);
    // The cluster decides whose user the service may be.
    await expect(ask(options, "SELECT 1", { userName: "eve" })).rejects.toThrow(
      "Access Denied: User tester cannot impersonate user eve",
    );
    // The service's own statements.
    expect(await ask(options)).toEqual([["tester"]]);
    await expect(ask({ ...options, impersonates: false }, "SELECT 1", key)).rejects.toMatchObject({
      kind: "PERMISSION_DENIED",
    });
  });

  test.each<[string, () => Partial<TrinoOptions>]>([
    ["no password", () => ({})],
    ["a wrong password", () => ({ password: "a-wrong-one" })],
    ["a token that is over", () => ({ token: token(secret(), -300) })],
    ["a token that somebody else signed", () => ({ token: token(Buffer.alloc(32), 300) })],
    ["another user's name", () => ({ user: "somebody", password: engineUrl("TRINO_PASSWORD") })],
  ])("refuses %s, and the error does not show the secret", async (_, wrong) => {
    const given = wrong();
    const error: unknown = await ask({ ...server(), ...given }).catch((error: unknown) => error);
    expect(error).toMatchObject({
      name: "ClusterError",
      message: expect.stringMatching(/refused the service's user \(HTTP 401\)/),
    });
    for (const hidden of [given.password, given.token])
      if (hidden !== undefined) expect(String(error)).not.toContain(hidden);
  });

  test("gets no request if its certificate is not trusted or names another host", async () => {
    const { ca, url, ...rest } = server();
    const password = engineUrl("TRINO_PASSWORD");
    await expect(ask({ ...rest, url, password })).rejects.toThrow(/can't be reached: .*certificate/);
    const renamed = url.replace("127.0.0.1", "localhost");
    await expect(
      ask({ ...rest, url: renamed, password, ...(ca === undefined ? {} : { ca }) }),
    ).rejects.toThrow(/can't be reached: .*certificate/);
  });
});
