// npm test [-- --failed] [-- FILE...]: installs and builds what is missing, then runs the suite that needs npm packages only; with --failed
// only the files in which something failed the last time, or all if that is not known.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { failedFiles, reportTo, runJest } from "./jest.mjs";

ensureBuilt();
const report = join(root, "node_modules", ".cache", "svclib", "tests.json");
const args = process.argv.slice(2);
const rest = args.filter((arg) => arg !== "--failed");
const again = rest.length < args.length ? failedFiles(report) : [];
rmSync(report, { force: true });
process.exit(runJest([...reportTo(report), ...rest, ...again]));
