import { expect, test } from "@jest/globals";
import { clusterUser } from "../../src/clusters/cluster-user.ts";

test.each([
  [{ userName: "ada" }, true, "ada"],
  [{ userName: "ada", roles: { shop: "read" } }, true, "ada"],
  [{ userName: "ada" }, false, undefined],
  // The service's own statements.
  [{}, true, undefined],
] as const)("%j, impersonating: %s", (options, impersonates, user) => {
  expect(clusterUser(options, impersonates, "--presto-impersonate")).toBe(user);
});

test("a key with roles is refused where nobody would hold it to them", () => {
  const options = { userName: "ada", roles: { shop: "read" } } as const;
  expect(() => clusterUser(options, false, "--hive-impersonate")).toThrow(
    "start the service with --hive-impersonate, so that the cluster's own rights of ada count",
  );
});
