import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

const [folder = ""] = disks;
const common = new LocalSession(home);
/** A variable: the check of dependencies takes a program's name for a package. */
const makePipe = "mkfifo";

const failure = (path: string, session = common): Promise<string> =>
  handOverFile(session, path).then(
    () => "it was handed over",
    (error: Error) => error.message.replaceAll(folder, "DIR"),
  );

test("pipes, devices and folders are no files, nor are links to them", async () => {
  execFileSync(makePipe, [join(folder, "pipe.csv")]);
  mkdirSync(join(folder, "folder.csv"));
  symlinkSync("/dev/stdin", join(folder, "stdin.csv"));
  symlinkSync("/dev/zero", join(folder, "zero.csv"));
  symlinkSync(join(folder, "pipe.csv"), join(folder, "to-pipe.csv"));
  symlinkSync(join(folder, "loop.csv"), join(folder, "loop.csv"));
  for (const name of ["pipe.csv", "folder.csv", "zero.csv", "to-pipe.csv"])
    expect(await failure(join(folder, name))).toBe(`'DIR/${name}' can't be read: it is not a file`);
  expect(await failure(join(folder, "stdin.csv"))).toMatch(/^'DIR\/stdin.csv' can't be read: /);
  expect(await failure(join(folder, "loop.csv"))).toMatch(/^'DIR\/loop.csv' can't be read: ELOOP: /);
  expect(await failure("/dev/stdin")).toBe(
    "'stdin' can't be read: files end in .parquet, .csv, .tsv or .jsonl",
  );
  expect(await failure(`${folder}/real.csv/../none.csv`)).toBe(
    "'DIR/real.csv/../none.csv' can't be read: there is no such file",
  );
});

test("addresses, very long names and zero bytes", async () => {
  for (const path of ["https://svc.invalid/a.csv", "s3://bucket/a.parquet", "file:///etc/a.csv"])
    expect(await failure(path)).toBe(
      `'${path}' is an address; only files of this machine can be read: download it first`,
    );
  const long = `/${"n".repeat(5000)}.csv`;
  const said = await failure(long);
  expect(said).toMatch(/can't be read: ENAMETOOLONG: name too long/);
  expect(await failure("/tmp/a\0b.csv")).toMatch(/can't be read: /);
});

test("a file that becomes a link or a pipe after the check is refused, and nothing of it stays", async () => {
  writeFileSync(join(folder, "secret.txt"), "secret");
  const swaps: Record<string, (path: string) => unknown> = {
    link: (path) => symlinkSync(join(folder, "secret.txt"), path),
    pipe: (path) => execFileSync(makePipe, [path]),
  };
  for (const [name, swap] of Object.entries(swaps)) {
    const path = join(folder, `${name}-later.csv`);
    writeFileSync(path, "n\n1\n");
    const own = join(home, name);
    const session = new LocalSession(own);
    const newFile = session.newFile.bind(session);
    session.newFile = (ending) => {
      renameSync(path, `${path}.old`);
      swap(path);
      return newFile(ending);
    };
    expect(await failure(path, session)).toBe(`'DIR/${name}-later.csv' can't be read: it is not a file`);
    const [id = ""] = readdirSync(join(own, "local"));
    expect(readdirSync(join(own, "local", id))).toEqual([]);
  }
});
