import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { clusterSettings } from "../../../src/cli/serve/serve.ts";

describe("clusterSettings", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-settings-"));
    await writeFile(join(folder, "token"), "abc\n");
    await writeFile(join(folder, "ca.pem"), "PEM");
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("without a flag there is no cluster, whatever the environment contains", async () => {
    expect(await clusterSettings({}, { SVC_PRESTO_PASSWORD: "p", SVC_HIVE_PASSWORD: "q" })).toEqual({});
  });

  test("secrets come from variables and from files", async () => {
    const flags = {
      presto: "https://c:8443",
      prestoUser: "me",
      prestoSession: { a: "b" },
      prestoCa: join(folder, "ca.pem"),
      hive: "hive2://h:10000;ssl=true",
    };
    expect(
      await clusterSettings(flags, { SVC_PRESTO_TOKEN_FILE: join(folder, "token"), SVC_HIVE_PASSWORD: "q" }),
    ).toEqual({
      presto: {
        url: "https://c:8443",
        catalog: "hive",
        user: "me",
        session: { a: "b" },
        ca: "PEM",
        token: "abc",
      },
      hive: { url: "hive2://h:10000;ssl=true", password: "q" },
    });
  });

  test("a missing file is an error", async () => {
    await expect(
      clusterSettings({ presto: "http://c" }, { SVC_PRESTO_PASSWORD_FILE: join(folder, "none") }),
    ).rejects.toThrow("can't be read: it does not exist");
  });
});
