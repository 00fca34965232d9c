import { constants, copyFile, link, lstat, realpath } from "node:fs/promises";
import { basename, extname, isAbsolute, resolve } from "node:path";
import { ConfigError } from "../errors.ts";
import { homeFolder } from "../../system/system.ts";
import type { LocalTable } from "../wire/local-request.ts";
import type { LocalSession } from "./local-session.ts";

/** Endings of the session's files, by those of the user's. */
const ENDINGS: Readonly<Record<string, string>> = {
  ".parquet": "parquet",
  ".csv": "csv",
  ".tsv": "tsv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
};

/** Errors of a link to a file on another disk, or of another user. */
const NO_LINK = new Set(["EXDEV", "EPERM", "EACCES", "ENOTSUP", "EMLINK", "ENOSYS"]);

/**
 * Gives the local service's engine a file to read: by a second name for it in the session's folder, without a copy; only where the file is on
 * another disk, or another user's, by a copy. `forget` removes that name.
 *
 * @param path - As the statement writes it. A relative one is of the current folder, `~` the home folder.
 * @throws ConfigError for anything but an existing file of a known format; links count as what they lead to
 */
export async function handOverFile(
  session: LocalSession,
  path: string,
): Promise<{ readonly table: LocalTable; readonly forget: () => Promise<void> }> {
  const ending = ENDINGS[extname(path).toLowerCase()];
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    throw new ConfigError(
      `'${path}' is an address; only files of this machine can be read: download it first`,
    );
  if (ending === undefined)
    throw new ConfigError(`'${basename(path)}' can't be read: files end in .parquet, .csv, .tsv or .jsonl`);
  const real = await realPath(path);
  const file = await session.newFile(ending);
  await link(real, file.path).catch(async (error: NodeJS.ErrnoException) => {
    if (!NO_LINK.has(error.code ?? "")) throw unreadable(path, error);
    await copyFile(real, file.path, constants.COPYFILE_FICLONE).catch(async (cause: unknown) => {
      await session.remove(file);
      throw unreadable(path, cause);
    });
  });
  // What stood there when the name was made, which is a link or a pipe if somebody put one there after the check.
  if (!(await lstat(file.path)).isFile()) {
    await session.remove(file);
    throw notAFile(path);
  }
  return {
    table: { name: `'${path}'`, file: file.request, columns: null },
    forget: () => session.remove(file),
  };
}

/** The file that a path leads to. */
async function realPath(path: string): Promise<string> {
  try {
    const real = await realpath(resolve(path.replace(/^~(?=[/\\])/, homeFolder())));
    if ((await lstat(real)).isFile()) return real;
  } catch (cause) {
    throw unreadable(path, cause);
  }
  throw notAFile(path);
}

const notAFile = (path: string): ConfigError => new ConfigError(`'${path}' can't be read: it is not a file`);

function unreadable(path: string, cause: unknown): ConfigError {
  const { code } = cause as NodeJS.ErrnoException;
  if (/[*?[\]]/.test(path) && code === "ENOENT")
    return new ConfigError(`'${path}' is not there: name each file, patterns are not read`, { cause });
  const missing = isAbsolute(path) ? "there is no such file" : `it is not in ${resolve(".")}`;
  const why = code === "ENOENT" ? missing : ((cause as Error).message.split(",")[0] ?? "");
  return new ConfigError(`'${path}' can't be read: ${why}`, { cause });
}
