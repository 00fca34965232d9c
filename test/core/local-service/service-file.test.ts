import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readServiceFile, serviceHome } from "../../../src/core/local-service/service-file.ts";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "svclib-service-file-"))));
afterEach(() => rmSync(home, { recursive: true }));

const write = (text: string): void => writeFileSync(join(home, "service.json"), text, { mode: 0o600 });
const FILE = { url: "http://127.0.0.1:8190", apikey: "1/abc", secret: "s" };

test("the file of a running service has its address and secrets", async () => {
  write(JSON.stringify({ ...FILE, more: 1 }));
  expect(await readServiceFile(home)).toEqual(FILE);
});

test("without a file no service runs", async () => {
  expect(await readServiceFile(home)).toBeNull();
});

test.each([
  "",
  "{}",
  "null",
  JSON.stringify({ ...FILE, url: "nowhere" }),
  JSON.stringify({ ...FILE, secret: 5 }),
])("the damaged file %j is refused with what to do", async (text) => {
  write(text);
  await expect(readServiceFile(home)).rejects.toThrow(
    "service.json is damaged; start the local service again: npx svclib serve --samples",
  );
});

test("a file that others may read is refused", async () => {
  write(JSON.stringify(FILE));
  chmodSync(join(home, "service.json"), 0o644);
  await expect(readServiceFile(home)).rejects.toThrow("chmod 600");
});

test("its folder is SVC_HOME, else one of the user", () => {
  expect(serviceHome({ SVC_HOME: "/data" })).toBe("/data");
  expect(serviceHome({ SVC_HOME: "" })).toBe(join(homedir(), ".svclib"));
});
