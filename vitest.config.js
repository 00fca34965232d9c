import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Tests import the TypeScript sources; Vitest strips the types and `tsc` (npm run check) checks them.
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    // Tiers that need more than npm packages have commands of their own (see CONTRIBUTING.md), and `--dir`, below which this excludes nothing.
    // Of the JupyterLab extension's tests only those in a browser do.
    exclude: [
      "node_modules/**",
      "test/{engines,clients,faults,windows}/**",
      "test/lab/*.test.ts",
      "test/lab/extension/**",
    ],
    globalSetup: "test/run-folder.mjs",
    setupFiles: "test/own-process-state.ts",
    pool: "forks",
    // The files of a process share its modules, whose loading takes longer than most tests: a file puts back what it changes of them.
    isolate: false,
    // Many times what a test needs: a machine with other work on it is no fault of a test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // More than processors: tests of kernels and services wait for other processes much of the time.
    maxWorkers: availableParallelism() + 2,
  },
});
