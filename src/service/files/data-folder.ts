// This folder: the data folder: its layout, its lock, who may read it, and its way to another version (move-data.ts).

import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SettingError } from "../../engine/errors/fault.ts";
import { removeFile, ifThere, makeFolder } from "../../system/system.ts";
import { makeFilesOwnerOnly, makeOwnerOnly } from "./owner-only.ts";
import { replaceTextFile } from "../../system/replace-text-file.ts";

/** Paths of the service's data, all below one folder. */
export interface DataFolder {
  readonly root: string;
  /** Lets clients on this machine find the running service. */
  readonly serviceFile: string;
  readonly keyFile: string;
  readonly jobJournal: string;
  /** Who ran what. */
  readonly audit: string;
  readonly results: string;
  readonly uploads: string;
  /** Whether a service has run in it: then its data file must be there. */
  readonly isUsed: boolean;
}

/**
 * Creates missing folders. All of them, new or old, are made accessible to their owner only; a folder that holds other files too
 * keeps its permissions.
 *
 * @throws for a folder that can't be used, or belongs to another user
 */
export async function openDataFolder(root: string): Promise<DataFolder> {
  // The engine takes what follows for a setting of the file.
  if (resolve(root).includes("?"))
    throw new SettingError(
      `The data folder ${root} has a ? in its path, which the engine can't open; choose another.`,
    );
  const folder = {
    root,
    serviceFile: join(root, "service.json"),
    keyFile: join(root, "keys.json"),
    jobJournal: join(root, "jobs.jsonl"),
    audit: join(root, "audit.jsonl"),
    results: join(root, "results"),
    uploads: join(root, "uploads"),
  };
  await makeFolder(resolve(root));
  await checkOwner(root);
  const isMarked = await checkFormat(root);
  const names = await readdir(root);
  if (names.every((name) => OWN_NAMES.test(name))) await makeOwnerOnly(root);
  await makeFilesOwnerOnly(root, OWN_NAMES);
  for (const path of [folder.results, folder.uploads]) {
    await makeFolder(path);
    await makeOwnerOnly(path);
  }
  return { ...folder, isUsed: isMarked || (await ifThere(stat(folder.jobJournal))) !== null };
}

/** Format of the folder. Incremented when an older version could not read, or would damage, what a newer one writes. */
const FORMAT = 1;
const FORMAT_FILE = "format.json";

/** @returns whether it has the file; one without is new, or of the first version. @throws when the folder has another format. */
export async function checkFormat(root: string): Promise<boolean> {
  const path = join(root, FORMAT_FILE);
  const text = await ifThere(readFile(path, "utf8"));
  if (text === null) return false;
  const format = /^\{"format":(\d{1,9})\}\s*$/.exec(text)?.[1];
  if (format === undefined)
    throw new SettingError(
      `The file ${path} is damaged: it must hold {"format":${FORMAT}}, the version of the data folder.`,
    );
  if (Number(format) !== FORMAT)
    throw new SettingError(
      `The data folder ${root} has version ${format}, but this svclib reads version ${FORMAT}; use the svclib that made it, or another folder.`,
    );
  return true;
}

/** Records the format in the folder. Only the holder of its lock may do so. */
export function markFormat(root: string): Promise<void> {
  return replaceTextFile(join(root, FORMAT_FILE), `{"format":${FORMAT}}\n`);
}

/** The owner of a folder can replace the files in it, and so give keys. Windows has no such owners. */
async function checkOwner(root: string): Promise<void> {
  const user = process.geteuid?.() ?? 0;
  const stats = await stat(root);
  if (!stats.isDirectory()) throw new SettingError(`${root} is a file; name a folder for the data.`);
  const { uid } = stats;
  if (user === 0 || uid === user) return;
  throw new SettingError(
    `The data folder ${root} belongs to another user (number ${uid}; the service runs as ${user}), who could replace its files: make its owner run the service, or choose another folder.`,
  );
}

/** What the service writes, and an old file of these that was moved aside. */
const OWN_NAMES =
  /^(?:(?:audit\.jsonl|format\.json|jobs\.jsonl|keys\.json|service\.json|svc-data)(?:\..*)?|local|results|spill|stages|uploads)$/;

/** Removes temporary files of an interrupted replacement. Only the holder of the folder's lock may do so. */
export async function clearTemporaryFiles(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(".tmp") && !name.startsWith("svc-data.")) await removeFile(join(root, name));
  }
}
