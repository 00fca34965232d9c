import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readUserFile } from "../../../src/core/files/read-user-file.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-user-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file's text", async () => {
  writeFileSync(join(folder, "日本.sql"), "select 'é'\r\n");
  expect(await readUserFile(join(folder, "日本.sql"))).toBe("select 'é'\r\n");
});

test.each<[string, string]>([
  [join(folder, "none.sql"), "it does not exist"],
  [folder, "it is a folder"],
])("%j can't be read: %s", async (path, reason) => {
  await expect(readUserFile(path)).rejects.toMatchObject({
    name: "UsageError",
    message: `${path} can't be read: ${reason}`,
  });
});
