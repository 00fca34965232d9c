// npm test [-- --all | --failed] [--slowest N] [FILE...]: installs and builds what is missing, then runs the suite that needs npm packages
// only. Of long lists and generated cases it takes a part; with --all, or if files are named, the whole. With --failed it runs only the files
// in which something failed the last time, or all if that is not known. It ends with the ten slowest files, or N. Jest's options work.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, root } from "./ensure-built.mjs";
import { failedFiles, reportTo, runJest } from "./jest.mjs";

ensureBuilt();
const report = join(root, "node_modules", ".cache", "svclib", "tests.json");
const args = process.argv.slice(2);
const slowest = args.indexOf("--slowest");
if (slowest >= 0) process.env.SVC_TEST_SLOWEST = args.splice(slowest, 2)[1];
const rest = args.filter((arg) => arg !== "--failed" && arg !== "--all");
const again = args.includes("--failed") ? failedFiles(report) : [];
const isWhole = args.includes("--all") || again.length > 0 || rest.some((arg) => !arg.startsWith("-"));
rmSync(report, { force: true });
const env = isWhole ? process.env : { ...process.env, SVC_TEST_SHORT: "1" };
process.exit(runJest([...reportTo(report), ...rest, ...again], env));
