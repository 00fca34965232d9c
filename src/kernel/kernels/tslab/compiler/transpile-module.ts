import type ts from "typescript";

const GLOBALS = "globals.d.ts";
const GLOBAL_TYPES =
  "interface Array<T> {} interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} " +
  "interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}";

/**
 * `ts.transpileModule` for tslab, which passes every cell's output through it. TypeScript's own version has no global types at all:
 * for each missing one the checker then lists all library features, to suggest one.
 */
export function transpileModule(
  typescript: Pick<
    typeof ts,
    "createSourceFile" | "createProgram" | "getDefaultCompilerOptions" | "ScriptTarget"
  >,
): (
  text: string,
  input: ts.TranspileOptions & { readonly fileName: string },
) => { readonly outputText: string } {
  let globals: ts.SourceFile | undefined;
  return (text, { fileName, compilerOptions }) => {
    const options = { ...typescript.getDefaultCompilerOptions(), ...compilerOptions, ...ALONE };
    const { target = typescript.ScriptTarget.Latest } = options;
    globals ??= typescript.createSourceFile(GLOBALS, GLOBAL_TYPES, target);
    const file = typescript.createSourceFile(fileName, text, target);
    const files = new Map([
      [GLOBALS, globals],
      [fileName, file],
    ]);
    let outputText: string | undefined;
    const host: ts.CompilerHost = {
      getSourceFile: (name) => files.get(name),
      writeFile: (_name, output) => (outputText = output),
      getDefaultLibFileName: () => GLOBALS,
      useCaseSensitiveFileNames: () => true,
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => "",
      getNewLine: () => "\n",
      fileExists: (name) => files.has(name),
      readFile: () => "",
      directoryExists: () => true,
      getDirectories: () => [],
    };
    typescript.createProgram([GLOBALS, fileName], options, host).emit(file);
    if (outputText === undefined) throw new Error(`TypeScript produced no code for ${fileName}`);
    return { outputText };
  };
}

/** Options of a program with a single file. */
const ALONE = {
  isolatedModules: true,
  noLib: true,
  noResolve: true,
  suppressOutputPathCheck: true,
  allowNonTsExtensions: true,
} as const;
