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
  readonly programs: readonly ts.Program[];
}

interface Configuration {
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly references: readonly ts.ProjectReference[];
}

/**
 * Reads a project, with what did not change since `before`.
 *
 * @throws CommandError for a tsconfig.json that can't be read, a file that does not exist, and without TypeScript.
 */
export function readProject({ files, project }: ProjectOptions, before?: Project): Project {
  const start = resolve(project ?? ".");
  const ts = before?.ts ?? loadCompiler(start.endsWith(".json") ? dirname(start) : start);
  const config = configFile(ts, start, project !== undefined);
  const folder = config === null ? start : dirname(config);
  const configurations = config === null ? [withoutConfig(ts, folder)] : configurationsOf(ts, config);
  const chosen = files.length === 0 ? configurations : [onlyFiles(ts, configurations, files)];
  if (chosen.every(({ fileNames }) => fileNames.length === 0))
    throw new CommandError(
      `there is no TypeScript in ${relative(process.cwd(), folder) || "this folder"}; name files, or a project: --project FOLDER`,
    );
  const programs = chosen.map(({ fileNames, options }, at) => {
    // The compiler's own checks are not wanted here, nor comments.
    const settings = { ...options, noEmit: true, skipLibCheck: true };
    const host = ts.createCompilerHost(settings);
    host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
    const oldProgram = before?.programs[at];
    return ts.createProgram({
      rootNames: fileNames,
      options: settings,
      host,
      ...(oldProgram && { oldProgram }),
    });
  });
  return { ts, folder, programs };
}

function configFile(ts: Compiler, start: string, isNamed: boolean): string | null {
  if (start.endsWith(".json")) return start;
  const config = ts.findConfigFile(start, (file) => ts.sys.fileExists(file)) ?? null;
  if (config === null && isNamed) throw new CommandError(`there is no tsconfig.json in ${start}`);
  return config;
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

/** Of a tsconfig.json that only refers to others, those. */
function configurationsOf(ts: Compiler, config: string): Configuration[] {
  const faults: string[] = [];
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) =>
      void faults.push(ts.flattenDiagnosticMessageText(messageText, "\n")),
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  if (parsed === undefined)
    throw new CommandError(`${relative(process.cwd(), config)} can't be read: ${faults.join("; ")}`);
  const own = {
    options: parsed.options,
    fileNames: parsed.fileNames,
    references: parsed.projectReferences ?? [],
  };
  if (own.fileNames.length > 0 || own.references.length === 0) return [own];
  return own.references.flatMap((one) => configurationsOf(ts, ts.resolveProjectReferencePath(one)));
}

/** The given files, with the options of the first configuration. */
function onlyFiles(
  ts: Compiler,
  configurations: readonly Configuration[],
  files: readonly string[],
): Configuration {
  for (const file of files)
    if (!ts.sys.fileExists(file)) throw new CommandError(`${file} does not exist, or is not a file`);
  return {
    options: configurations[0]?.options ?? {},
    fileNames: files.map((file) => resolve(file)),
    references: [],
  };
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
