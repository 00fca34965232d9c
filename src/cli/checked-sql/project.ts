import { dirname, relative, resolve, join } from "node:path";
import { createRequire } from "node:module";
import type ts from "typescript";
import { CommandError } from "../report-error.ts";
import { resolvePackage } from "../../core/files/missing-package.ts";

export interface ProjectOptions {
  /** Files to read; all of the project without them. */
  readonly files: readonly string[];
  /** A tsconfig.json, or its folder. Default: the nearest one. */
  readonly project?: string | undefined;
}

/** A project's source files, as its TypeScript reads them. */
export interface Project {
  readonly ts: Compiler;
  /** Folder of the tsconfig.json, else the working folder. */
  readonly folder: string;
  /** One for each tsconfig.json. */
  readonly programs: readonly ProjectProgram[];
}

export interface ProjectProgram {
  readonly program: ts.Program;
  /** The project's own files in it. A file of several programs is in the one whose tsconfig.json names it. */
  readonly files: readonly ts.SourceFile[];
}

interface Configuration {
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly references: readonly ts.ProjectReference[];
}

/**
 * Reads a project, with what did not change since `before`.
 *
 * @throws CommandError for a tsconfig.json that can't be read, a file that does not exist or that TypeScript does not read, and without
 *   TypeScript.
 */
export function readProject({ files, project }: ProjectOptions, before?: Project): Project {
  const start = resolve(project ?? ".");
  const ts = before?.ts ?? loadCompiler(start.endsWith(".json") ? dirname(start) : start);
  const config = configFile(ts, start, project !== undefined);
  const folder = config === null ? start : dirname(config);
  const configurations = config === null ? [withoutConfig(ts, folder)] : configurationsOf(ts, config);
  const chosen = files.length === 0 ? configurations : onlyFiles(ts, configurations, files);
  if (chosen.every(({ fileNames }) => fileNames.length === 0))
    throw new CommandError(
      `there is no TypeScript in ${relative(process.cwd(), folder) || "this folder"}; name files, or a project: --project FOLDER`,
    );
  const programs = chosen.map((one, at) => programOf(ts, one, before?.programs[at]?.program));
  for (const file of files)
    if (programs.every((program) => program.getSourceFile(sourceName(file)) === undefined))
      throw new CommandError(
        `${file} is not read as TypeScript; for JavaScript set allowJs in tsconfig.json`,
      );
  return { ts, folder, programs: withOwnFiles(programs) };
}

/** A file's name as TypeScript has it. */
export const sourceName = (file: string): string => resolve(file).replaceAll("\\", "/");

function programOf(
  ts: Compiler,
  { fileNames, options, references }: Configuration,
  oldProgram: ts.Program | undefined,
): ts.Program {
  // The compiler's own checks are not wanted here, nor comments.
  const settings = { ...options, noEmit: true, skipLibCheck: true };
  const host = Object.assign(ts.createCompilerHost(settings), {
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    // Projects that this one refers to may not be built yet.
    useSourceOfProjectReferenceRedirect: () => true,
  });
  return ts.createProgram({
    rootNames: fileNames,
    options: settings,
    projectReferences: references,
    host,
    ...(oldProgram && { oldProgram }),
  });
}

function withOwnFiles(programs: readonly ts.Program[]): ProjectProgram[] {
  const owners = new Map<string, ts.Program>();
  const own = (name: string, program: ts.Program): void =>
    void (owners.has(name) || owners.set(name, program));
  for (const program of programs) for (const name of program.getRootFileNames()) own(name, program);
  for (const program of programs) for (const { fileName } of program.getSourceFiles()) own(fileName, program);
  return programs.map((program) => ({
    program,
    files: program
      .getSourceFiles()
      .filter(
        (file) =>
          !file.isDeclarationFile &&
          !program.isSourceFileFromExternalLibrary(file) &&
          owners.get(file.fileName) === program,
      ),
  }));
}

function configFile(ts: Compiler, start: string, isNamed: boolean): string | null {
  if (start.endsWith(".json")) return start;
  if (isNamed) {
    const config = join(start, "tsconfig.json");
    if (ts.sys.fileExists(config)) return config;
    throw new CommandError(`there is no tsconfig.json in ${relative(process.cwd(), start) || "this folder"}`);
  }
  return ts.findConfigFile(start, (file) => ts.sys.fileExists(file)) ?? null;
}

function withoutConfig(ts: Compiler, folder: string): Configuration {
  const fileNames = ts.sys.readDirectory(
    folder,
    [".ts", ".tsx", ".mts", ".cts"],
    ["**/node_modules"],
    undefined,
  );
  const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;
  const options = {
    target: ScriptTarget.ESNext,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    strict: true,
  };
  return { fileNames, options, references: [] };
}

/** Errors of a tsconfig.json that do not matter here: options and values that another version of TypeScript may know, and no files. */
const PASSED_OVER = new Set([5023, 5024, 5025, 6046, 18002, 18003]);

/** Of a tsconfig.json that only refers to others, those. */
function configurationsOf(ts: Compiler, config: string, read = new Set<string>()): Configuration[] {
  if (read.has(config)) return [];
  read.add(config);
  const faults: ts.Diagnostic[] = [];
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault: ts.Diagnostic) => void faults.push(fault),
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  const own = parsed === undefined ? [] : ts.getConfigFileParsingDiagnostics(parsed);
  faults.push(...own.filter(({ code }) => !PASSED_OVER.has(code)));
  if (parsed === undefined || faults.length > 0) {
    const texts = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    throw new CommandError(`${relative(process.cwd(), config)} can't be read: ${texts.join("; ")}`);
  }
  const { options, fileNames, projectReferences: references = [] } = parsed;
  if (fileNames.length > 0 || references.length === 0) return [{ options, fileNames, references }];
  return references.flatMap((one) => configurationsOf(ts, ts.resolveProjectReferencePath(one), read));
}

/** The given files, each with the options of the configuration that names it, else of the first. */
function onlyFiles(
  ts: Compiler,
  configurations: readonly Configuration[],
  files: readonly string[],
): Configuration[] {
  for (const file of files)
    if (!ts.sys.fileExists(file)) throw new CommandError(`${file} does not exist, or is not a file`);
  const rest = new Set(files.map(sourceName));
  const parts = configurations.map((one) => ({
    ...one,
    fileNames: one.fileNames.filter((name) => rest.delete(name)),
  }));
  const [first] = configurations;
  const others = { options: first?.options ?? {}, references: first?.references ?? [], fileNames: [...rest] };
  return [...parts, others].filter(({ fileNames }) => fileNames.length > 0);
}

export type Compiler = typeof ts;

/** Version 6 under another name, for projects whose `typescript` is 7: both can be installed. */
const SIX = "@typescript/typescript6";

/**
 * The TypeScript that reads a project: its own, else version 6 beside it, else svclib's. TypeScript 7 has a command, and no parser that programs can
 * call.
 *
 * @throws CommandError that says what to install.
 */
function loadCompiler(folder: string): Compiler {
  const project = createRequire(join(resolve(folder), "package.json"));
  const ways = [
    () => project.resolve("typescript"),
    () => project.resolve(SIX),
    () => resolvePackage("typescript"),
  ];
  let version: string | null = null;
  for (const way of ways) {
    const compiler = tryLoad(project, way);
    if (typeof compiler?.createProgram === "function") return compiler as Compiler;
    version ??= compiler?.version ?? null;
  }
  throw new CommandError(
    version === null
      ? "TypeScript is not installed here; run npm install --save-dev typescript"
      : `TypeScript ${version} can't be called by programs, version 6 can; install it beside: npm install --save-dev ${SIX}`,
  );
}

function tryLoad(load: NodeJS.Require, way: () => string): Partial<Compiler> | null {
  try {
    return load(way()) as Partial<Compiler>;
  } catch {
    return null;
  }
}
