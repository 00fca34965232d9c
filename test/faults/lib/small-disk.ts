import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly path: string;
  /** Mounts it again so that nothing can be written, or so that it can. */
  readOnly(on: boolean): void;
  remove(): void;
}

/** A file system in memory of so many megabytes; null where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "svc-disk-"));
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(program, args, { stdio: "pipe" });
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "svclib-test", path);
  } catch {
    rmdirSync(path);
    return null;
  }
  return {
    path,
    readOnly: (on) => run("mount", "-o", `remount,${on ? "ro" : "rw"}`, path),
    remove: () => {
      run("umount", path);
      rmdirSync(path);
    },
  };
}
