import base from "./jest.config.js";

/** The long runs under faults, crashes and load: one file at a time. */
export default {
  ...base,
  roots: ["<rootDir>/test/faults"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 7_200_000,
  maxWorkers: 1,
};
