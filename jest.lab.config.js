import base from "./jest.config.js";

/** The tier that drives JupyterLab in a browser: one file at a time, each with a server of its own. */
export default {
  ...base,
  roots: ["<rootDir>/test/lab"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 300_000,
  maxWorkers: 1,
};
