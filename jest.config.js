import { availableParallelism } from "node:os";

/**
 * The suites that need more than npm packages, with a limit for each of their tests: each has a folder below `test`, and a command of its
 * own (see CONTRIBUTING.md), which names the suite in SVC_TEST_SUITE.
 */
const suites = { engines: 300_000, clients: 180_000, faults: 7_200_000, lab: 300_000, windows: 600_000 };

const suite = process.env.SVC_TEST_SUITE;
if (suite !== undefined && !Object.hasOwn(suites, suite))
  throw new Error(`SVC_TEST_SUITE is ${suite}; the suites are ${Object.keys(suites).join(", ")}`);

const all = {
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // Of the JupyterLab extension's tests only those in a browser need one.
  testPathIgnorePatterns: [
    "/test/(engines|clients|faults|windows)/",
    "/test/lab/(?!element)[^/]*$",
    "/test/lab/extension/",
  ],
  // Many times what a test needs: a machine with other work on it is no fault of a test.
  testTimeout: 180_000,
  // More than processors: tests of kernels and services wait for other processes much of the time.
  maxWorkers: availableParallelism() + 2,
};

/** @type {import("jest").Config} */
export default {
  ...(suite === undefined
    ? all
    : { testMatch: [`<rootDir>/test/${suite}/**/*.test.ts`], testTimeout: suites[suite], maxWorkers: 1 }),
  roots: ["<rootDir>/src", "<rootDir>/test"],
  // Node.js itself loads the modules, once for all test files of a worker (test/jest); `tsc` (npm run check) checks their types.
  testEnvironment: "<rootDir>/test/jest/environment.mjs",
  runtime: "<rootDir>/test/jest/runtime.mjs",
  transform: {},
  injectGlobals: false,
  globalSetup: "<rootDir>/test/jest/run-folder.mjs",
  reporters: ["default", "<rootDir>/test/jest/reporter.mjs"],
  // With a limit, Jest runs even few files in a process of their own, which can be given up if a test hangs.
  workerIdleMemoryLimit: "4GB",
};
