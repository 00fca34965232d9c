import { expect, test } from "@jest/globals";
import { SeenIds } from "../../../src/core/http/seen-ids.ts";

test("a repeated id exposes a stale reply", () => {
  const seen = new SeenIds();
  seen.add("issue query", "job 7");
  seen.add("issue query", "job 8");
  expect(() => seen.add("issue query", "job 7")).toThrow(
    "issue query failed: the reply is an old one, of job 7; something between here and the service mixes answers up",
  );
});
