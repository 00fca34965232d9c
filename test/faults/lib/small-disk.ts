import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly path: string;
  /** Remounts it read-only or writable. */
  readOnly(on: boolean): void;
  remove(): void;
}

/** A tmpfs of this many megabytes; null if the user may not mount one. */
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
      // Lazily: an engine whose service was killed ends a moment later.
      run("umount", "-l", path);
      rmdirSync(path);
    },
  };
}
