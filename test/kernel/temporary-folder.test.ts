import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { sweepTemporaryFolders, temporaryFolder } from "../../src/kernel/temporary-folder.ts";
import { startKernel, until } from "./support/start-kernel.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-temporary-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that has ended. */
const gone = (): number => spawnSync(process.execPath, ["--version"]).pid;

function make(name: string): string {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "file"), "");
  return name;
}

test("folders of dead processes are removed, and no others", async () => {
  const own = make(basename(temporaryFolder("grid")));
  expect(dirname(temporaryFolder("kernel"))).toBe(tmpdir());
  for (const kind of ["grid", "kernel"]) make(`svclib-${kind}-${gone()}-1234`);
  const others = [make("svclib-notes"), make(`svclib-other-${gone()}-1`)];
  await sweepTemporaryFolders(folder);
  expect(readdirSync(folder).sort()).toEqual([own, ...others].sort());
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

test("the next kernel removes what a killed one left behind", async () => {
  const name = make(`svclib-grid-${gone()}-1234`);
  const kernel = await startKernel("tslab", { env: { TMPDIR: folder } });
  try {
    await until(() => !readdirSync(folder).includes(name));
  } finally {
    await kernel.stop();
  }
  expect(readdirSync(folder)).toEqual([]);
});
