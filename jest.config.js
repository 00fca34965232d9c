import { availableParallelism } from "node:os";

// Tests import the TypeScript sources; swc strips the types and `tsc` (npm run check) checks them.
const transform = {
  "^.+\\.ts$": [
    "@swc/jest",
    {
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "es6" },
    },
  ],
};

export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform,
  globalSetup: "<rootDir>/test/run-folder.mjs",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // Tiers that need more than npm packages have commands of their own (see CONTRIBUTING.md).
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/(engines|clients|lab|faults|windows)/"],
  // Many times what a test needs: a machine with other work on it is no fault of a test.
  testTimeout: 180_000,
  // More than processors: tests of kernels and services wait for other processes much of the time.
  maxWorkers: availableParallelism() + 2,
};
