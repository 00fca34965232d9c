import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { handOverFile } from "../../../src/core/local/hand-over-file.ts";
import { LocalSession } from "../../../src/core/local/local-session.ts";

const home = mkdtempSync(join(tmpdir(), "svc-home-"));
/** Linux has a second disk in memory, to which no file of another can have a link. */
const disks = [tmpdir(), existsSync("/dev/shm") ? "/dev/shm" : tmpdir()].map((disk) =>
  mkdtempSync(join(disk, "svc-files-")),
);
afterAll(() => {
  for (const folder of [home, ...disks]) rmSync(folder, { recursive: true, force: true });
});

test.each([0, 1])(
  "a file of disk %i is read in place if it can be, else by a copy, and stays as it is",
  async (disk) => {
    const path = join(disks[disk] ?? "", "prices.CSV");
    writeFileSync(path, "n\n1\n");
    const { table, forget } = await handOverFile(new LocalSession(home), path);
    expect(table).toMatchObject({ name: `'${path}'`, columns: null });
    const given = join(home, "local", table.file);
    expect(readFileSync(given, "utf8")).toBe("n\n1\n");
    const isSame = statSync(home).dev === statSync(path).dev;
    expect(statSync(given).ino === statSync(path).ino).toBe(isSame);
    await forget();
    expect(existsSync(given)).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("n\n1\n");
  },
);
