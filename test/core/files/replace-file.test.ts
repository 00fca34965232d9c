import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { NetworkError } from "../../../src/core/errors.ts";
import { checkFile, replaceFile } from "../../../src/core/files/replace-file.ts";

const makePipe = "mkfifo";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (path: string, text = "new"): Promise<void> =>
  replaceFile(path, (part) => writeFile(part, text));
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

test.each([0o600, 0o640, 0o444, 0o755])("a file of mode %p keeps it", async (mode) => {
  const path = join(folder, "a.csv");
  await writeFile(path, "old");
  await chmod(path, mode);
  await write(path);
  expect(await modeOf(path)).toBe(mode.toString(8));
  expect(await readFile(path, "utf8")).toBe("new");
});

test("a new file gets its mode from the umask", async () => {
  const before = process.umask(0o027);
  try {
    await write(join(folder, "a.csv"));
  } finally {
    process.umask(before);
  }
  expect(await modeOf(join(folder, "a.csv"))).toBe("640");
});

test("links are followed, also to a file that does not exist yet", async () => {
  await mkdir(join(folder, "there"));
  await writeFile(join(folder, "there", "a.csv"), "old");
  await symlink(join("there", "a.csv"), join(folder, "one"));
  await symlink("one", join(folder, "two"));
  await symlink(join("there", "b.csv"), join(folder, "dangling"));
  await write(join(folder, "two"), "first");
  await write(join(folder, "dangling"), "second");
  expect(await readFile(join(folder, "there", "a.csv"), "utf8")).toBe("first");
  expect(await readFile(join(folder, "there", "b.csv"), "utf8")).toBe("second");
  for (const link of ["one", "two", "dangling"])
    expect((await lstat(join(folder, link))).isSymbolicLink()).toBe(true);
});

describe("a target that is not a file is refused by name, before and during the write", () => {
  test.each<[string, string, (path: string) => Promise<unknown>]>([
    ["a folder", "it is a folder, not a file", (path) => mkdir(path)],
    ["a pipe", "it is a pipe (FIFO), not a file", (path) => Promise.resolve(execFileSync(makePipe, [path]))],
    ["a link to a device", "it is a device, not a file", (path) => symlink("/dev/null", path)],
    ["a circle of links", "its links go round in a circle", (path) => symlink(path, path)],
    ["a file as folder", "its folder is a file", async (path) => rm(path, { force: true })],
  ])("%s", async (kind, reason, make) => {
    const path = join(folder, "target");
    await make(path);
    if (kind === "a file as folder") await writeFile(path, "");
    const named = kind === "a file as folder" ? join(path, "a.csv") : path;
    await expect(checkFile(named)).rejects.toThrow(`${named} can't be written: ${reason}`);
    await expect(write(named)).rejects.toThrow(`${named} can't be written: ${reason}`);
    expect(await readdir(folder)).toEqual(["target"]);
  });
});

test("a name that ends like a folder is refused", async () => {
  const named = `${join(folder, "new")}/`;
  await expect(checkFile(named)).rejects.toThrow(`${named} can't be written: add the name of a file`);
  expect(await readdir(folder)).toEqual([]);
});

test("a failed write keeps the old file and leaves no temporary file", async () => {
  const path = join(folder, "a.csv");
  await writeFile(path, "old");
  const broken = replaceFile(path, async (part) => {
    await writeFile(part, "half");
    throw new TypeError("broken");
  });
  await expect(broken).rejects.toThrow(new TypeError("broken"));
  expect(await readdir(folder)).toEqual(["a.csv"]);
  expect(await readFile(path, "utf8")).toBe("old");
});

test("a process that exits during the write leaves no temporary file", async () => {
  const built = new URL("../../../dist/core/files/replace-file.js", import.meta.url).href;
  const script = `
    import { replaceFile } from ${JSON.stringify(built)};
    await replaceFile(process.argv[1], () => process.exit(7));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, join(folder, "a.csv")]);
  expect(await once(child, "exit")).toEqual([7, null]);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["of the service", new NetworkError("broke off", { method: "GET", path: "/", code: "ECONNRESET" })],
  ["of a package", Object.assign(new Error("Cannot find package 'x'"), { code: "ERR_MODULE_NOT_FOUND" })],
])("an error %s while the file is written stays as it is", async (_, error) => {
  await expect(replaceFile(join(folder, "a.csv"), () => Promise.reject(error))).rejects.toBe(error);
});
