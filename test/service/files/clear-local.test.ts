import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { clearLocal } from "../../../src/service/files/clear-local.ts";

test("only folders of sessions whose process is gone for some time are removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-local-"));
  const random = "00000000-0000-0000-0000-000000000000";
  const [gone, alive, recent] = [`2147483646-${random}`, `${process.pid}-${random}`, `2147483645-${random}`];
  for (const name of [gone, alive, recent, "other"]) {
    await mkdir(join(folder, name, "in"), { recursive: true });
    const seconds = name === recent ? 9_500 : 1_000;
    await utimes(join(folder, name), seconds, seconds);
  }
  await clearLocal(folder, 10_000_000);
  expect((await readdir(folder)).sort()).toEqual([recent, alive, "other"].sort());
  await rm(folder, { recursive: true });
  await clearLocal(folder, 10_000_000);
});
