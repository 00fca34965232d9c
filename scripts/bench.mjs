// npm run bench: installs and builds what is missing, then measures.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";

ensureBuilt();
const { status } = spawnSync(process.execPath, [join(root, "bench", "main.mjs"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
