// What cells import as `node:child_process`: functions that are imported by name, as they are once the boot module has replaced them.
import childProcess from "node:child_process";

export * from "node:child_process";
export default childProcess;
export const { execFileSync, execSync, spawnSync } = childProcess;
