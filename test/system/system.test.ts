import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { replaceFile } from "../../src/core/files/replace-file.ts";
import { openJobJournal } from "../../src/service/jobs/job-journal.ts";
import { ResultFiles } from "../../src/service/results/result-files.ts";
import { homeFolder, isFull, removeAll, removeFile, renameFile, withHome } from "../../src/system/system.ts";

/** Behaves like Windows: an open file can't be renamed, removed or replaced. */
function refuseOpen(path: string): void {
  const held = readdirSync("/proc/self/fd").some((fd) => {
    try {
      return `${readlinkSync(`/proc/self/fd/${fd}`)}/`.startsWith(`${path}/`);
    } catch {
      return false;
    }
  });
  if (held) throw Object.assign(new Error(`EBUSY: resource busy or locked, '${path}'`), { code: "EBUSY" });
}
const { rename, unlink, rm } = promises;
const windows: Partial<typeof promises> = {
  rename: async (from, to) => {
    for (const path of [from, to]) refuseOpen(String(path));
    await rename(from, to);
  },
  unlink: async (path) => {
    refuseOpen(String(path));
    await unlink(path);
  },
  rm: async (path, options) => {
    refuseOpen(String(path));
    await rm(path, options);
  },
};
const use = (methods: Partial<typeof promises>): void => {
  Object.assign(promises, methods);
  syncBuiltinESMExports();
};
beforeAll(() => use(windows));
afterAll(() => use({ rename, unlink, rm }));

const folder = mkdtempSync(join(tmpdir(), "svc-system-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text = name): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const readBy = (path: string): (() => void) => {
  const reader = openSync(path, "r");
  return () => closeSync(reader);
};

test("a rename waits until readers have closed the file it replaces", async () => {
  const [fresh, old] = [file("fresh"), file("old")];
  setTimeout(readBy(old), 100);
  await renameFile(fresh, old);
  expect(readFileSync(old, "utf8")).toBe("fresh");
});

test("an open file can't be removed; removing a missing one succeeds", async () => {
  const path = file("kept");
  const close = readBy(path);
  expect(await removeFile(path)).toBe(false);
  close();
  expect(await removeFile(path)).toBe(true);
  expect(await removeFile(path)).toBe(true);
});

test("a folder is removed once all its files are closed, and kept until then", async () => {
  const whole = join(folder, "whole");
  await promises.mkdir(whole);
  const path = file("whole/inner");
  const close = readBy(path);
  expect(await removeAll(whole, 50)).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("whole/inner");
  setTimeout(close, 100);
  expect(await removeAll(whole)).toBe(true);
  expect(await removeAll(whole)).toBe(true);
});

test("a target of -O opened by another program is unchanged, and the error gives the reason", async () => {
  const path = file("table.csv", "before");
  const close = readBy(path);
  await expect(replaceFile(path, (part) => promises.writeFile(part, "after"))).rejects.toThrow(
    `${path} can't be written: another program has it open`,
  );
  close();
  expect(readFileSync(path, "utf8")).toBe("before");
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a result being downloaded survives pruning, and is removed by the next one", async () => {
  const results = join(folder, "results");
  await promises.mkdir(results);
  const path = join(results, "1.blocks");
  writeFileSync(path, "rows");
  const files = new ResultFiles(results, undefined as never);
  const close = readBy(path);
  expect(await files.prune(Date.now() + 1000, 0, 0)).toBe(0);
  close();
  expect(await files.prune(Date.now() + 1000, 0, 0)).toBe(1);
});

test("no file of the job journal is open when a compacted one is renamed", async () => {
  const faults: unknown[] = [];
  const options = { leastBytes: 100, onFault: (error: unknown) => void faults.push(error) };
  const { journal } = await openJobJournal(join(folder, "jobs.jsonl"), options);
  for (let i = 0; i < 20; i++) await journal.forget([String(i)]);
  await journal.close();
  expect(faults).toEqual([]);
});

test("a full pipe has two error codes", () => {
  const failed = (code: string): Error => Object.assign(new Error(), { code });
  expect(["EAGAIN", "ENOBUFS", "EPIPE"].map((code) => isFull(failed(code)))).toEqual([true, true, false]);
});

test.each([
  ["~", homedir()],
  ["~/data", join(homedir(), "data")],
  ["~other/data", "~other/data"],
])("%s is %s", (path, expected) => {
  expect(withHome(path)).toBe(expected);
});

test("an empty HOME names no folder: the user's own is taken, and never the current one", () => {
  const { HOME } = process.env;
  process.env["HOME"] = "";
  try {
    expect(homeFolder()).toBe(userInfo().homedir);
  } finally {
    if (HOME === undefined) delete process.env["HOME"];
    else process.env["HOME"] = HOME;
  }
});
