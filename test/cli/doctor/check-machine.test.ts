import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { checkMachine } from "../../../src/cli/doctor/check-machine.ts";

const home = mkdtempSync(join(tmpdir(), "svc-doctor-"));
afterAll(() => rmSync(home, { recursive: true }));

test("reports each component, with advice for each problem", () => {
  const findings = checkMachine({ ...process.env, SVC_HOME: home, SVC_DENO: "/no/such/deno" });
  expect(findings).toContainEqual({ state: "ok", subject: "zeromq", text: "loads" });
  expect(findings).toContainEqual({
    state: "fault",
    subject: "Deno",
    text: "svc-deno can't run: SVC_DENO is /no/such/deno, which is not an executable file",
  });
});

test.each([
  ["deno 1.46.3 (stable)", "is Deno 1.46.3 (stable); svc-deno needs 2.0 or newer: deno upgrade"],
  ["another program", "does not run as Deno; set SVC_DENO to one that does (https://deno.com)"],
])("an executable that prints %j is not accepted as Deno", (says, fault) => {
  const deno = join(home, "deno");
  writeFileSync(deno, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  const findings = checkMachine({ ...process.env, SVC_HOME: home, SVC_DENO: deno });
  expect(findings).toContainEqual({
    state: "fault",
    subject: "Deno",
    text: `svc-deno can't run: ${deno} ${fault}`,
  });
});
