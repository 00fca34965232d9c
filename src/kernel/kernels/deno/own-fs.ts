// What cells import as `node:fs`: functions that are imported by name, as they are once the boot module has replaced them.
import fs from "node:fs";

export * from "node:fs";
export default fs;
export const { write, writeSync } = fs;
