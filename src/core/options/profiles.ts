import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { homeFolder, isWindows } from "../../system/system.ts";
import { ConfigError } from "../errors.ts";
import { readOwnFile } from "../files/read-own-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { isPlainObject } from "../text/json-text.ts";
import type { Environment } from "./option-forms.ts";

/** An account of a service: what `svclib login` keeps under a name. */
export interface ServiceProfile {
  readonly server: string;
  readonly apikey: string;
  /** Address of the statement protocol, where it can't be derived from the server's. */
  readonly presto_api?: string;
}

/** What a profile can be called: no name can be a path or break a line. */
export const PROFILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** The file with the profiles: `svclib/profiles.json` in the user's folder of settings. */
export function profilesPath(env: Environment): string {
  const settings = isWindows ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  return join(settings || join(homeFolder(), ".config"), "svclib", "profiles.json");
}

/** All profiles by name. @throws ConfigError when the file can't be read, is damaged, or others may read it. */
export async function readProfiles(env: Environment): Promise<ReadonlyMap<string, ServiceProfile>> {
  const path = profilesPath(env);
  const text = await readOwnFile(path, {
    unreadable: "the file with your profiles",
    foreign: "remove it, and run svclib login",
    open: `restrict it with chmod 600 ${path}; if somebody may have read it, ask for new keys`,
  });
  if (text === null) return new Map();
  const damaged = (): ConfigError =>
    new ConfigError(`${path} is damaged; correct it, or remove it and run svclib login`);
  let profiles: unknown;
  try {
    profiles = (JSON.parse(text) as { profiles?: unknown } | null)?.profiles;
  } catch {
    // Without the cause, which would quote the file, and a key in it.
    throw damaged();
  }
  if (typeof profiles !== "object" || profiles === null || !isPlainObject(profiles)) throw damaged();
  const entries = Object.entries(profiles as Record<string, unknown>);
  if (!entries.every((entry): entry is [string, ServiceProfile] => isProfile(entry[1]))) throw damaged();
  return new Map(entries);
}

function isProfile(value: unknown): value is ServiceProfile {
  const { server, apikey, presto_api = "" } = (value ?? {}) as Partial<Record<keyof ServiceProfile, unknown>>;
  return [server, apikey, presto_api].every((text) => typeof text === "string");
}

/** A profile. @throws ConfigError for a name that is not there, with those that are. */
export async function readProfile(name: string, env: Environment): Promise<ServiceProfile> {
  const profiles = await readProfiles(env);
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const list = profiles.size === 0 ? "there are none" : `there are ${[...profiles.keys()].join(", ")}`;
  throw new ConfigError(`there is no profile ${name}; ${list}; svclib login ${name} makes it`);
}

/** Replaces the profiles. The file is for the user alone. */
export async function writeProfiles(
  profiles: ReadonlyMap<string, ServiceProfile>,
  env: Environment,
): Promise<void> {
  const path = profilesPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ profiles: Object.fromEntries(profiles) }, null, 2)}\n`;
  await replaceFile(path, (part) => writeFile(part, text), 0o600);
}
