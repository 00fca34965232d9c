import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { checkMachine } from "../../../src/cli/doctor/check-machine.ts";

const home = mkdtempSync(join(tmpdir(), "svc-doctor-"));
afterAll(() => rmSync(home, { recursive: true }));

test("reports each component, with advice for each problem", () => {
  const findings = checkMachine({ ...process.env, SVC_HOME: home, SVC_DENO: "/no/such/deno" });
  expect(findings).toContainEqual({ state: "ok", subject: "zeromq", text: "loads" });
  expect(findings).toContainEqual({ state: "ok", subject: "data folder", text: home });
  expect(findings).toContainEqual({
    state: "fault",
    subject: "Deno",
    text: "svc-deno can't run: SVC_DENO is /no/such/deno, which is not an executable file",
  });
});
