import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { checkService } from "../../../src/cli/doctor/check-service.ts";
import { runningService } from "../../integration/lib/running-service.ts";

const running = runningService();
const home = mkdtempSync(join(tmpdir(), "svc-doctor-"));
afterAll(() => rmSync(home, { recursive: true }));

test("no service at all", async () => {
  expect(await checkService({ SVC_HOME: home })).toEqual({
    state: "note",
    subject: "service",
    text: "no local service runs; a notebook starts one automatically; for a script, run: npx svclib serve --samples",
  });
});

test("the service named by the environment, with its key", async () => {
  const { apikey, url } = running.service;
  const { state, text } = await checkService({ SVC_API_KEY: apikey, SVC_API_SERVER: url });
  expect(state).toBe("ok");
  expect(text.replace(/\d+ ms/, "9 ms")).toBe(
    `${url} answers in 9 ms with the key in SVC_API_KEY: 1 database`,
  );
});

test("a wrong key is a problem, and the key is not printed", async () => {
  const { state, text } = await checkService({ SVC_API_KEY: "1/wrong", SVC_API_SERVER: running.service.url });
  expect(state).toBe("fault");
  expect(text).toMatch(/^list databases failed: .*key.*; set SVC_API_KEY to a key of this service$/i);
  expect(text).not.toContain("1/wrong");
});

test("a server without a key", async () => {
  expect(await checkService({ SVC_API_SERVER: "https://api.example.com" })).toMatchObject({
    state: "fault",
    text: "no API key for https://api.example.com: pass apikey or set SVC_API_KEY",
  });
});
