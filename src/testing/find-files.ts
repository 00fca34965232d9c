import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { ifThere } from "../system/if-there.ts";

/** Files that a path or a pattern with `*`, `?` and `**` names, sorted. @throws ConfigError if there is none. */
export async function findFiles(pattern: string, folder: string): Promise<string[]> {
  const whole = resolve(folder, pattern).replaceAll("\\", "/");
  const files = /[*?]/.test(whole) ? await matching(whole) : [whole];
  const there = [];
  for (const path of files) if ((await ifThere(stat(path)))?.isFile() === true) there.push(path);
  if (there.length === 0) throw new ConfigError(`no file matches ${pattern} in ${folder}`);
  return there.sort();
}

async function matching(pattern: string): Promise<string[]> {
  const fixed = dirname(pattern.slice(0, pattern.search(/[*?]/) + 1));
  const source = pattern.replace(/[\\^$.+()[\]{}|]/g, "\\$&").replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => {
    if (wildcard === "**/") return "(?:.*/)?";
    return wildcard === "**" ? ".*" : wildcard === "*" ? "[^/]*" : "[^/]";
  });
  const names = (await ifThere(readdir(fixed, { recursive: pattern.includes("/", fixed.length + 1) }))) ?? [];
  const isMatch = new RegExp(`^${source}$`);
  return names.map((name) => join(fixed, name).replaceAll("\\", "/")).filter((path) => isMatch.test(path));
}
