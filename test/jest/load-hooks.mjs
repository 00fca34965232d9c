// How Node.js loads the modules of tests: TypeScript without its types, and for `@jest/globals` the functions of the running test file.
import { fileURLToPath } from "node:url";
import { stripTypes } from "./strip-types.mjs";

const globals = new URL("./globals.mjs", import.meta.url).href;

export const resolve = (specifier, context, nextResolve) =>
  specifier === "@jest/globals"
    ? { url: globals, format: "module", shortCircuit: true }
    : nextResolve(specifier, context);

export const load = (url, context, nextLoad) =>
  url.startsWith("file:") && new URL(url).pathname.endsWith(".ts")
    ? { format: "module", source: stripTypes(fileURLToPath(url)), shortCircuit: true }
    : nextLoad(url, context);
