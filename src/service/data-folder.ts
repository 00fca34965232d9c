import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { closeFilesToOthers, closeToOthers } from "./close-to-others.ts";

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
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (await isOwn(root)) {
    await closeToOthers(root);
    await closeFilesToOthers(root);
  }
  for (const path of [folder.results, folder.uploads]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await closeToOthers(path);
  }
  return folder;
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
