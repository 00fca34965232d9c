import type ts from "typescript";
import { typescript } from "../../../../magics/cell/source/typescript.ts";

const GLOBALS = "globals.d.ts";
const GLOBAL_TYPES =
  "interface Array<T> {} interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} " +
  "interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}";

let globals: ts.SourceFile | undefined;

/**
 * Makes a module that Node.js can `require`, of what the oldest supported Node.js runs. TypeScript's own function for this has no global types
 * at all: for each missing one the checker then lists all library features, to suggest one.
 */
export function commonJs(module: string): string {
  const compiler = typescript();
  const target = compiler.ScriptTarget.ES2022;
  globals ??= compiler.createSourceFile(GLOBALS, GLOBAL_TYPES, target);
  const name = "module.js";
  const file = compiler.createSourceFile(name, module, target);
  const files = new Map([
    [GLOBALS, globals],
    [name, file],
  ]);
  let code: string | undefined;
  const host: ts.CompilerHost = {
    getSourceFile: (path) => files.get(path),
    writeFile: (_path, output) => (code = output),
    getDefaultLibFileName: () => GLOBALS,
    useCaseSensitiveFileNames: () => true,
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => "",
    getNewLine: () => "\n",
    fileExists: (path) => files.has(path),
    readFile: () => "",
    directoryExists: () => true,
    getDirectories: () => [],
  };
  const options = {
    ...compiler.getDefaultCompilerOptions(),
    ...ALONE,
    target,
    module: compiler.ModuleKind.CommonJS,
    newLine: compiler.NewLineKind.LineFeed,
  };
  compiler.createProgram([GLOBALS, name], options, host).emit(file);
  if (code === undefined) throw new Error("TypeScript made no code of a module");
  return code;
}

/** Options of a program with a single file. */
const ALONE = {
  allowNonTsExtensions: true,
  esModuleInterop: true,
  isolatedModules: true,
  noCheck: true,
  noLib: true,
  noResolve: true,
  suppressOutputPathCheck: true,
  types: [],
};
