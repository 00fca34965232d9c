import { win32 } from "node:path";
import { expect, test } from "@jest/globals";
import {
  type FileReader,
  readOtherDrives,
} from "../../../../../src/kernel/kernels/tslab/compiler/other-drives.ts";

const reader = (name: string): FileReader => {
  const read = (path: string): string => `${name}: ${path}`;
  const getCurrentDirectory = (): string => "C:/Users/é/notes";
  return {
    getCurrentDirectory,
    readFile: read,
    fileExists: read,
    directoryExists: read,
    readDirectory: read,
  };
};

test.each([
  ["C:/Users/é/notes/__tslab__.ts", "tslab"],
  ["C:/Users/é/notes/node_modules/tslab/package.json", "tslab"],
  ["c:/program files/node_modules/svclib/dist/core/index.d.ts", "tslab"],
  ["D:/svclib/node_modules/@tslab/typescript-for-tslab/lib/lib.es2022.d.ts", "system"],
  ["//server/share/node_modules/@types/node/index.d.ts", "system"],
])("%s is read by %s", (path, by) => {
  const tslab = reader("tslab");
  readOtherDrives(tslab, reader("system"), win32);
  for (const method of ["readFile", "fileExists", "directoryExists", "readDirectory"] as const)
    expect(tslab[method](path)).toBe(`${by}: ${path}`);
});
