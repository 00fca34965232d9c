import fs, { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { checkDataFolder } from "../../../src/cli/doctor/check-data-folder.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "svc-doctor-"));
});
afterAll(() => rmSync(home, { recursive: true }));

test("a folder that is there, and one that will be made", async () => {
  expect(await checkDataFolder(home)).toEqual({ state: "ok", subject: "data folder", text: home });
  const later = join(home, "not", "yet");
  expect(await checkDataFolder(later)).toEqual({
    state: "note",
    subject: "data folder",
    text: `${later} is created when a local service first starts`,
  });
});

test("the users of keys.json, and what is wrong with it; no key is shown", async () => {
  const path = join(home, "keys.json");
  const key = (nth: number, user_name: string, permission = "query_only"): object => ({
    key: `${nth}/0f1e2d3c4b5a69788796`,
    permission,
    user_name,
  });
  const keys = [
    key(1, "ops", "administrator"),
    key(2, "ada"),
    ...[3, 4, 5, 6].map((nth) => key(nth, `u${nth}`)),
  ];
  writeFileSync(path, JSON.stringify({ keys }));
  expect(await checkDataFolder(home)).toMatchObject({
    state: "ok",
    text: `${home}, keys of ops (administrator), ada, u3, u4, u5 and 1 more`,
  });
  writeFileSync(path, '{"keys":[{"key":"7/0abc"}]}');
  const { state, text } = await checkDataFolder(home);
  expect(state).toBe("fault");
  expect(text).toMatch(/^The key file .*keys\.json must hold /);
  expect(text).not.toContain("0abc");
  rmSync(path);
});

test("a file can't be used, neither as the folder nor above it", async () => {
  const file = join(home, "file");
  writeFileSync(file, "", { mode: 0o700 });
  for (const [path, verb] of [
    [file, "written"],
    [join(file, "below"), "created"],
  ] as const)
    expect(await checkDataFolder(path)).toMatchObject({
      state: "fault",
      text: `${path} can't be ${verb}; set SVC_HOME to a folder of your own`,
    });
});

test("a disk that is nearly full", async () => {
  const found = fs.statfsSync(home);
  const spy = jest.spyOn(fs, "statfsSync").mockReturnValue({ ...found, bavail: 3_000_000 / found.bsize });
  syncBuiltinESMExports();
  try {
    expect(await checkDataFolder(home)).toMatchObject({
      state: "fault",
      text: `${home}: its disk has 3 MB left, and the local service needs 100; free some space, or set SVC_HOME to a folder on another disk`,
    });
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
});

test("the folder of another version", async () => {
  writeFileSync(join(home, "format.json"), '{"format":99}');
  const { state, text } = await checkDataFolder(home);
  expect(state).toBe("fault");
  expect(text).toMatch(/has version 99, but this svclib reads version 1; use the svclib that made it/);
});
