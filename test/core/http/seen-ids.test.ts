import { expect, test } from "@jest/globals";
import { SeenIds } from "../../../src/core/http/seen-ids.ts";

test("a repeated id exposes a stale reply", () => {
  const seen = new SeenIds();
  seen.add("issue query", "job 7");
  seen.add("issue query", "job 8");
  expect(() => seen.add("issue query", "job 7")).toThrow(
    "issue query failed: the service sent an old reply, for job 7; a proxy or cache on the way may mix up replies: try without it",
  );
});
