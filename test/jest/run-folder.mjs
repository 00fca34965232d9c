// Runs before all tests: makes a folder that the files of one run share, and removes it when the run ends.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function makeRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), "svclib-run-"));
  process.env.SVC_TEST_FOLDER = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
