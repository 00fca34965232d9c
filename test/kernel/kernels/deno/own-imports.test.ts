import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { ownImports } from "../../../../src/kernel/kernels/deno/own-imports.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["svclib", /^file:\/\/.*\/dist\/deno\/svclib\.js$/],
  ["svclib/pandas_td", /\/dist\/deno\/svclib\/pandas_td\.js$/],
  ["svclib/pandas_td/ipython", /\/dist\/deno\/svclib\/pandas_td\/ipython\.js$/],
  ["arquero", /\/dist\/deno\/arquero\.js$/],
  ["node:child_process", /\/dist\/deno\/child_process\.js$/],
  ["fs", /\/dist\/deno\/fs\.js$/],
  ["npm:arquero", /\/dist\/deno\/arquero\.js$/],
  ["npm:arquero@^8.0.3", /\/dist\/deno\/arquero\.js$/],
])("%s resolves to svclib's bundle", (specifier, url) => {
  expect(ownImports(folder)(specifier)).toMatch(url);
});

test.each([["svclib/nothing"], ["npm:arquero@5"], ["arquero-extra"], ["node:fs/promises"], ["./svclib"]])(
  "%s does not",
  (specifier) => {
    expect(ownImports(folder)(specifier)).toBeNull();
  },
);

test("a project that maps arquero itself keeps its mapping", () => {
  const project = join(folder, "project");
  mkdirSync(join(project, "notebooks"), { recursive: true });
  writeFileSync(join(project, "deno.json"), '{"imports":{"arquero":"npm:arquero@7"}}');
  expect(ownImports(join(project, "notebooks"))("arquero")).toBeNull();
  expect(ownImports(join(project, "notebooks"))("svclib")).not.toBeNull();
});
