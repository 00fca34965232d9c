import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NotObtained } from "./run-tool.mjs";

/** Major version of a Java, or null without one. */
function majorVersion(java) {
  const { status, stderr } = spawnSync(java, ["-version"], { encoding: "utf8" });
  const version = status === 0 ? /version "(\d+)/.exec(stderr) : null;
  return version ? Number(version[1]) : null;
}

/** The oldest Java from `least` to `most`, from JAVA_HOME, PATH, and the system's usual folders. */
export function findJava(least, most) {
  const homes = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, "Contents", "Home")])
      : [],
  );
  if (process.env["JAVA_HOME"]) homes.unshift(process.env["JAVA_HOME"]);
  const javas = [
    "java",
    ...homes.map((home) => join(home, "bin", "java")).filter((java) => existsSync(java)),
  ];
  const fitting = javas
    .map((java) => ({ java, version: majorVersion(java) }))
    .filter(({ version }) => version !== null && version >= least && version <= most)
    .sort((a, b) => a.version - b.version);
  if (fitting.length === 0) throw new NotObtained(`no Java from ${least} to ${most} on this machine`);
  return fitting[0].java;
}
