// This folder: the data folder: its layout, its lock, who may read it, and its way to another version (move-data.ts).

import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { removeFile } from "../../system/system.ts";
import { makeFilesOwnerOnly, makeOwnerOnly } from "./owner-only.ts";
import { ifThere } from "../../system/if-there.ts";
import { makeFolder } from "../../system/make-folder.ts";
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

/** Creates missing folders. All of them, new or old, are made accessible to their owner only. */
export async function openDataFolder(root: string): Promise<DataFolder> {
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
  const isMarked = await checkFormat(root);
  if (await isOwn(root)) {
    await makeOwnerOnly(root);
    await makeFilesOwnerOnly(root);
  }
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
    throw new Error(
      `The file ${path} is damaged: it must hold {"format":${FORMAT}}, the version of the data folder.`,
    );
  if (Number(format) !== FORMAT)
    throw new Error(
      `The data folder ${root} has version ${format}, but this svclib reads version ${FORMAT}; use the svclib that made it, or another folder.`,
    );
  return true;
}

/** Records the format in the folder. Only the holder of its lock may do so. */
export function markFormat(root: string): Promise<void> {
  return replaceTextFile(join(root, FORMAT_FILE), `{"format":${FORMAT}}\n`);
}

/** Whether a folder belongs to the service alone, and does not hold other files too. */
async function isOwn(root: string): Promise<boolean> {
  const names = await readdir(root);
  return names.length === 0 || names.includes("keys.json");
}

/** Removes temporary files of an interrupted replacement. Only the holder of the folder's lock may do so. */
export async function clearTemporaryFiles(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(".tmp") && !name.startsWith("svc-data.")) await removeFile(join(root, name));
  }
}
