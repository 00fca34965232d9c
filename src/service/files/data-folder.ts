import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFilesOwnerOnly, makeOwnerOnly } from "./owner-only.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile } from "./replace-file.ts";

/** Where the service keeps what; all of it below one folder. */
export interface DataFolder {
  readonly root: string;
  /** How clients of this machine find the running service. */
  readonly serviceFile: string;
  readonly keyFile: string;
  readonly jobJournal: string;
  readonly results: string;
  readonly uploads: string;
}

/** Makes the folders that are missing, readable by their owner only; those that were there before are made so. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const folder: DataFolder = {
    root,
    serviceFile: join(root, "service.json"),
    keyFile: join(root, "keys.json"),
    jobJournal: join(root, "jobs.jsonl"),
    results: join(root, "results"),
    uploads: join(root, "uploads"),
  };
  await makeFolder(resolve(root));
  await checkFormat(root);
  if (await isOwn(root)) {
    await makeOwnerOnly(root);
    await makeFilesOwnerOnly(root);
  }
  for (const path of [folder.results, folder.uploads]) {
    await makeFolder(path);
    await makeOwnerOnly(path);
  }
  return folder;
}

/** What is in the folder, and how. It grows when an older version could not read, or would damage, what a newer one writes. */
const FORMAT = 1;
const FORMAT_FILE = "format.json";

/** @throws when the folder is of another version. One without a mark is empty, or of the first version. */
async function checkFormat(root: string): Promise<void> {
  const path = join(root, FORMAT_FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const format = /^\{"format":(\d{1,9})\}\s*$/.exec(text)?.[1];
  if (format === undefined)
    throw new Error(
      `The file ${path} is damaged: it must hold {"format":${FORMAT}}, the version of the data folder.`,
    );
  if (Number(format) !== FORMAT)
    throw new Error(
      `The data folder ${root} is of version ${format}, and this svclib reads version ${FORMAT}; use the svclib that made it, or another folder.`,
    );
}

/** Marks a folder with the version of what is in it. Only the holder of the folder may do so. */
export function markFormat(root: string): Promise<void> {
  return replaceFile(join(root, FORMAT_FILE), `{"format":${FORMAT}}\n`, 0o600);
}

/** Whether a folder is the service's alone, and not one that holds other things, too. */
async function isOwn(root: string): Promise<boolean> {
  const names = await readdir(root);
  return names.length === 0 || names.includes("keys.json");
}

/** Removes files that were being replaced when the service last stopped. Only the holder of the folder may do so. */
export async function clearTemporaryFiles(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(".tmp") && !name.startsWith("svc-data.")) await rm(join(root, name), { force: true });
  }
}
