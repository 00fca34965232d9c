import { describe, expect, test } from "@jest/globals";
import { HiveServerRunner } from "../../../src/clusters/hive-server/hive-server-runner.ts";
import type { HiveOptions } from "../../../src/clusters/hive-server/thrift/hive-options.ts";
import { hiveOptions } from "../helpers/hive-options.ts";
import { query } from "../helpers/rows-of.ts";

const ask = async (options: HiveOptions) =>
  (await query(new HiveServerRunner(options), "SELECT 1", { dialect: "hive" })).rows;

describe("a HiveServer2 with TLS and LDAP", () => {
  test("accepts the user with the right password", async () => {
    expect(await ask(hiveOptions())).toEqual([[1]]);
  });

  test("refuses a wrong password, and the error does not show it", async () => {
    const error: unknown = await ask({ ...hiveOptions(), password: "a-wrong-one" }).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({
      name: "ClusterError",
      message: expect.stringMatching(/can't be reached|refused/),
    });
    expect(String(error)).not.toContain("a-wrong-one");
  });

  test("gets no request if its certificate is not trusted", async () => {
    const { url, password = "" } = hiveOptions();
    await expect(ask({ url, password })).rejects.toThrow(/certificate/);
  });

  test("gets no request under a name that its certificate lacks", async () => {
    const options = hiveOptions();
    const url = options.url.replace("127.0.0.1", "localhost");
    await expect(ask({ ...options, url })).rejects.toThrow(/localhost.*certificate/);
  });
});
