// Starts a VS Code kernel, runs a cell and keeps running: node vscode-process.mjs KERNEL_ARGV CODE. Prints the process ids of the kernel.
import { startVsCodeKernel } from "./vscode-window.ts";

const [argv = "", code = ""] = process.argv.slice(2);
startVsCodeKernel(JSON.parse(argv) as string[]).then(
  (window) => {
    process.stdout.write(`${JSON.stringify(window.pids)}\n`);
    void window.run(code);
  },
  (error: unknown) => {
    throw error;
  },
);
