import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { cached } from "./engines/cache-folder.mjs";
import { NotObtained, runTool } from "./engines/run-tool.mjs";

/**
 * A checkout of Arquero's repository at the version that is installed: SVC_ARQUERO if it is set, else a clone in the user's cache.
 * @returns its folder, with the tests that its package does not have
 * @throws NotObtained if it is unavailable
 */
export async function arqueroSuite() {
  const own = process.env["SVC_ARQUERO"];
  const folder = own || (await clone());
  if (!existsSync(join(folder, "test", "table-equal.js")))
    throw new NotObtained(
      `${folder} has no tests of Arquero; SVC_ARQUERO names a checkout of its repository`,
    );
  return folder;
}

function clone() {
  const manifest = createRequire(import.meta.url).resolve("arquero/package.json");
  const { version, repository } = JSON.parse(readFileSync(manifest, "utf8"));
  const url = repository.url.replace(/^git\+/, "");
  return cached(`arquero-${version}`, (folder) => {
    runTool("git", ["clone", "--quiet", "--depth", "1", "--branch", `v${version}`, url, folder]);
  });
}
