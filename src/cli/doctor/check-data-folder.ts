import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { KeyRing, readKeys } from "../../service/access/keys.ts";
import { checkFormat } from "../../service/files/data-folder.ts";
import type { Finding } from "./check-machine.ts";

/** The data file with the samples (31 MB) and what the engine writes while loading them. */
const NEEDED_MB = 100;
/** Maximum users of the service to list by name. */
const NAMED = 5;

/** Checks whether the local service can use its data folder. Changes nothing. */
export async function checkDataFolder(home: string): Promise<Finding> {
  const subject = "data folder";
  const fault = await faultOf(home);
  if (fault !== null) return { state: "fault", subject, text: fault };
  if (!existsSync(home))
    return { state: "note", subject, text: `${home} is created when a local service first starts` };
  const { users } = new KeyRing((await readKeys(join(home, "keys.json"))) ?? []);
  const names = users.map(({ name, administrator }) => name + (administrator ? " (administrator)" : ""));
  return { state: "ok", subject, text: users.length === 0 ? home : `${home}, keys of ${listed(names)}` };
}

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return rest > 0 ? `${names.slice(0, NAMED).join(", ")} and ${rest} more` : names.join(", ");
}

async function faultOf(home: string): Promise<string | null> {
  let folder = resolve(home);
  while (!existsSync(folder)) folder = dirname(folder);
  const isThere = folder === resolve(home);
  try {
    if (!statSync(folder).isDirectory()) throw new Error("not a folder");
    accessSync(folder, constants.W_OK | constants.X_OK | (isThere ? constants.R_OK : 0));
  } catch {
    return `${home} can't be ${isThere ? "written" : "created"}; set SVC_HOME to a folder of your own`;
  }
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb < NEEDED_MB)
    return `${home}: its disk has ${freeMb} MB left, and the local service needs ${NEEDED_MB}; free some space, or set SVC_HOME to a folder on another disk`;
  return Promise.all([checkFormat(home), readKeys(join(home, "keys.json"))]).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
}
