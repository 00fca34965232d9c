import { expect, test } from "@jest/globals";
import { withoutSecrets } from "../../../src/kernel/child/without-secrets.ts";

test("keys, passwords and tokens are left out, and nothing else", () => {
  const kept = {
    PATH: "/bin",
    SVC_HOME: "/data",
    SVC_PRESTO_TOKEN_FILE: "/token",
    MY_SVC_API_KEY: "x",
    SVC_API_KEYS: "2",
  };
  const secrets = {
    SVC_API_KEY: "1/k",
    SVC_HIVE_PASSWORD: "p",
    SVC_PRESTO_PASSWORD: "p",
    SVC_PRESTO_TOKEN: "t",
  };
  expect(withoutSecrets({ ...kept, ...secrets })).toEqual(kept);
});

test("by default of this process's environment", () => {
  process.env["SVC_API_KEY"] = "1/k";
  expect(withoutSecrets()["SVC_API_KEY"]).toBeUndefined();
  expect(withoutSecrets()["PATH"]).toBe(process.env["PATH"]);
  expect(process.env["SVC_API_KEY"]).toBe("1/k");
});
