import { spawnSync } from "node:child_process";
import { withoutSecrets } from "../../child/without-secrets.ts";

/** In 1.x the library can't be loaded. */
const OLDEST_MAJOR = 2;

/**
 * What a Deno executable says of its version.
 *
 * @throws Error if it can't be run, or is too old for svc-deno.
 */
export function denoVersion(deno: string, env: NodeJS.ProcessEnv = process.env): string {
  const { stdout, status } = spawnSync(deno, ["--version"], { encoding: "utf8", env: withoutSecrets(env) });
  const [, version, major] = /^deno ((\d+)\.[^\n]*)/.exec(status === 0 ? stdout : "") ?? [];
  if (version === undefined)
    throw new Error(`${deno} does not run as Deno; set SVC_DENO to one that does (https://deno.com)`);
  if (Number(major) < OLDEST_MAJOR)
    throw new Error(`${deno} is Deno ${version}; svc-deno needs ${OLDEST_MAJOR}.0 or newer: deno upgrade`);
  return version;
}
