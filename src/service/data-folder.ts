import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

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

/** Makes the folders that are missing, readable by their owner only. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const folder: DataFolder = {
    root,
    serviceFile: join(root, "service.json"),
    keyFile: join(root, "keys.json"),
    jobJournal: join(root, "jobs.jsonl"),
    results: join(root, "results"),
    uploads: join(root, "uploads"),
  };
  for (const path of [root, folder.results, folder.uploads])
    await mkdir(path, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes files that were being replaced when the service last stopped. Only the holder of the folder may do so. */
export async function clearTemporaryFiles(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(".tmp") && !name.startsWith("svc-data.")) await rm(join(root, name), { force: true });
  }
}
