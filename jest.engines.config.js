// The tier on real engines: `npm run test:engines` starts them and names them in the environment.
import base from "./jest.config.js";

export default {
  ...base,
  roots: ["<rootDir>/test/engines"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 300_000,
  maxWorkers: 1,
};
