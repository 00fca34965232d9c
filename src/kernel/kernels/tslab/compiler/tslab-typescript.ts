import type ts from "typescript";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readOtherDrives } from "./other-drives.ts";
import type { OwnModule } from "./own-modules.ts";
import { quickInfo, type QuickInfoParts } from "./quick-info.ts";
import { cachedTypeScript } from "../../../../magics/cell/source/typescript.ts";
import { tslabRequire } from "../tslab-internals.ts";

/** Writes an inferred type into a declaration file. */
type WriteType = (node: unknown, enclosing: unknown, flags: number, ...rest: unknown[]) => unknown;

const TYPE_WRITERS = [
  "createTypeOfDeclaration",
  "createReturnTypeOfSignatureDeclaration",
  "createTypeOfExpression",
] as const;

/** Parts of TypeScript that its types don't show. */
interface Checker extends ts.TypeChecker {
  getEmitResolver(...args: unknown[]): Record<(typeof TYPE_WRITERS)[number], WriteType>;
}

type Complete = (...args: unknown[]) => unknown;

interface TypeScript extends Omit<typeof ts, "createWatchCompilerHost" | "visitEachChild">, QuickInfoParts {
  createWatchCompilerHost(
    rootFiles: string[],
    options: ts.CompilerOptions,
    system: ts.System,
    ...rest: unknown[]
  ): ts.WatchHost;
  visitEachChild(node: ts.Node, visitor: ts.Visitor, ...rest: unknown[]): ts.Node;
  readonly nullTransformationContext: object;
  readonly Completions: { readonly getCompletionsAtPosition: Complete };
}

/** What tslab's own TypeScript adds. */
interface TslabTypeScript extends TypeScript {
  getNullTransformationContext(): object;
  getDefaultTypeRoots(cwd: string): string[];
  getPreEmitDiagnosticsOfFiles(program: ts.Program, files: readonly CellFile[]): readonly unknown[];
  getQuickInfoAtPosition(
    file: ts.SourceFile,
    checker: ts.TypeChecker,
    cancellation: unknown,
    position: number,
  ): ts.QuickInfo | undefined;
  readonly Completions: TypeScript["Completions"] & { readonly getCompletionsAtPositionForTslab: Complete };
}

interface CellFile extends ts.SourceFile {
  /** The node that it replaces. */
  original?: ts.Node | undefined;
}

/**
 * Allows declarations to name types by the path of any file. TypeScript rejects paths into another folder's `node_modules`, because a
 * published package would then depend on this machine. A notebook's declarations are only read by its next cell.
 */
function allowAnyPath(checker: Checker, flag: number): void {
  const getEmitResolver = checker.getEmitResolver.bind(checker);
  checker.getEmitResolver = (...args) => {
    // TypeScript returns the same resolver each time, so one patch is enough.
    const resolver = getEmitResolver(...args);
    checker.getEmitResolver = getEmitResolver;
    for (const name of TYPE_WRITERS) {
      const write = resolver[name];
      resolver[name] = (node, enclosing, flags, ...rest) => write(node, enclosing, flags | flag, ...rest);
    }
    return resolver;
  };
}

const AWAIT = "await".length;

/** tslab recognizes top-level await by TypeScript's error 1308, which a module never has, and then wraps the cell in an async function. */
function topLevelAwait(typescript: TypeScript, cell: ts.SourceFile): readonly unknown[] {
  let end: number | null = null;
  const visit = (node: ts.Node): true | undefined => {
    if (typescript.isForOfStatement(node)) end = node.awaitModifier?.end ?? null;
    if (typescript.isVariableDeclarationList(node) && isAwaitUsing(typescript, node))
      end = node.getStart() + AWAIT;
    if (typescript.isAwaitExpression(node)) end = node.getStart() + AWAIT;
    if (end !== null) return true;
    // Their `await` does not belong to the cell.
    const isOwn =
      typescript.isFunctionLike(node) || typescript.isClassLike(node) || typescript.isModuleDeclaration(node);
    return isOwn ? undefined : typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(cell, visit);
  if (end === null) return [];
  return [{ code: 1308, file: cell, start: end - AWAIT, length: AWAIT, messageText: "await" }];
}

const isAwaitUsing = ({ NodeFlags }: TypeScript, { flags }: ts.Node): boolean =>
  (~flags & NodeFlags.AwaitUsing) === 0;

/** For `x` of `{ x }`, gives the variable instead of the property, as tslab looks for variables of earlier cells. */
function findShorthandVariables({ isShorthandPropertyAssignment }: TypeScript, checker: Checker): void {
  const symbolAt = checker.getSymbolAtLocation.bind(checker);
  checker.getSymbolAtLocation = (node) => {
    // A file has no parent.
    const { parent } = node as { readonly parent?: ts.Node };
    const isShorthand = parent !== undefined && isShorthandPropertyAssignment(parent) && parent.name === node;
    return (isShorthand ? checker.getShorthandAssignmentValueSymbol(parent) : undefined) ?? symbolAt(node);
  };
}

/** Writes `{ x }` as `{ x: exports.x }` where the visitor replaces the name. */
function visitShorthand(
  { factory }: TypeScript,
  node: ts.ShorthandPropertyAssignment,
  visitor: ts.Visitor,
): ts.Node {
  const { name, objectAssignmentInitializer: initial } = node;
  const value = visitor(name) as ts.Expression;
  if (value === name && initial === undefined) return node;
  return factory.createPropertyAssignment(
    name,
    initial === undefined ? value : factory.createAssignment(value, visitor(initial) as ts.Expression),
  );
}

/**
 * Runs at once what TypeScript schedules after packages are added or removed. tslab keeps only one timer, the one that updates the program;
 * after a second one all cells would fail.
 */
function oneTimer(host: ts.WatchHost): ts.WatchHost {
  const later = host.setTimeout?.bind(host);
  host.setTimeout = (callback, ms, ...rest: unknown[]) =>
    rest[0] === "timerToInvalidateFailedLookupResolutions"
      ? void callback()
      : (later?.(callback, ms) as unknown);
  return host;
}

const NO_WATCH: ts.FileWatcher = { close: () => undefined };

/** Watches only folders that the notebook sees. This package's own, where Node's types are, would take a third of a second at each start. */
function watchSeen(host: ts.WatchHost, cwd: string): ts.WatchHost {
  const watch = host.watchDirectory.bind(host);
  const holds = (folder: string, path: string): boolean => `${path}/`.startsWith(`${folder}/`);
  host.watchDirectory = (path, ...rest) => {
    const [folder = path] = path.split("/node_modules");
    return holds(folder, cwd) || holds(cwd, folder) ? watch(path, ...rest) : NO_WATCH;
  };
  return host;
}

/** tslab's options with those of a notebook of today; the rest are as strict as tslab's TypeScript is without options. */
function cellOptions(
  { ModuleResolutionKind, ScriptTarget }: TypeScript,
  options: ts.CompilerOptions,
): ts.CompilerOptions & CellCompiler["options"] {
  const { lib = [] } = options;
  return {
    ...options,
    // What Node.js lacks of it is rewritten when the cell runs (cellCode), because tslab finds a cell's value only outside of blocks.
    target: ScriptTarget.ESNext,
    lib: ["lib.esnext.d.ts", ...lib.filter((one) => one.startsWith("lib.dom."))],
    // The types that a package's `exports` name, which its code comes from too.
    moduleResolution: ModuleResolutionKind.Bundler,
    rewriteRelativeImportExtensions: true,
    experimentalDecorators: false,
    strict: false,
    noUncheckedSideEffectImports: false,
    types: ["*"],
  };
}

export interface CellCompiler {
  /** TypeScript as tslab takes its own, which is of 2023. */
  readonly typescript: object;
  /** The options of the next cell. */
  readonly options: { experimentalDecorators: boolean };
  /** Saves the compiled code for the next start; to be called when idle. */
  readonly save: () => void;
}

/**
 * The TypeScript that reads cells, for tslab's converter: with what tslab's own adds, paths of our modules' types, Node's types if the
 * notebook's folder has none, and inferred types from any path.
 */
export function tslabTypeScript(modules: readonly OwnModule[]): CellCompiler {
  const { exports, save } = cachedTypeScript("compiler");
  const typescript = exports as TypeScript;
  const paths = Object.fromEntries(modules.map(({ specifier, typesPath }) => [specifier, [typesPath]]));
  const nodeTypes = dirname(dirname(tslabRequire.resolve("@types/node/package.json")));
  let types: { types?: string[] } = {};
  const all: ts.CompilerOptions & CellCompiler["options"] = { experimentalDecorators: false };
  const widened = new WeakSet<ts.Program>();
  /** Patches a program when tslab first asks for its errors, which is before it emits output and declarations. */
  const anyPath = (program: ts.Program): ts.Program => {
    if (!widened.has(program)) {
      const checker = program.getTypeChecker() as Checker;
      allowAnyPath(checker, typescript.NodeBuilderFlags.AllowNodeModulesRelativePaths);
      findShorthandVariables(typescript, checker);
    }
    widened.add(program);
    return program;
  };
  const errorsOf = (program: ts.Program, file: ts.SourceFile): readonly ts.Diagnostic[] => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...program.getDeclarationDiagnostics(file),
  ];
  const { getCompletionsAtPosition } = typescript.Completions;

  const adapted: TslabTypeScript = {
    ...typescript,
    // Once per cell, for what Node.js runs: cellCode does it.
    transpileModule: (outputText) => ({ outputText }),
    visitEachChild: (node, visitor, ...rest) =>
      typescript.isShorthandPropertyAssignment(node)
        ? visitShorthand(typescript, node, visitor)
        : typescript.visitEachChild(node, visitor, ...rest),
    getPreEmitDiagnostics: (program, ...rest) => typescript.getPreEmitDiagnostics(anyPath(program), ...rest),
    getPreEmitDiagnosticsOfFiles: (program, files) => {
      // A file with `await (` is parsed twice, and of the two only the second has a path: inferred types are written relative to it.
      for (const file of files) file.original = undefined;
      anyPath(program);
      return [
        ...typescript.sortAndDeduplicateDiagnostics(files.flatMap((file) => errorsOf(program, file))),
        ...files.slice(0, 1).flatMap((cell) => topLevelAwait(typescript, cell)),
      ];
    },
    getQuickInfoAtPosition: (file, checker, _cancellation, position) =>
      quickInfo(typescript, file, checker, position),
    Completions: {
      ...typescript.Completions,
      getCompletionsAtPositionForTslab: getCompletionsAtPosition,
    },
    getNullTransformationContext: () => typescript.nullTransformationContext,
    createWatchCompilerHost: (rootFiles, options, system, createProgram, ...rest) => {
      readOtherDrives(system, typescript.sys);
      Object.assign(all, cellOptions(typescript, options), { paths, ...types });
      const host = typescript.createWatchCompilerHost(
        rootFiles,
        all,
        system,
        createProgram ?? undefined,
        ...rest,
      );
      return watchSeen(oneTimer(host), system.getCurrentDirectory());
    },
    getDefaultTypeRoots: (cwd) => {
      const all = typescript.getEffectiveTypeRoots({}, { getCurrentDirectory: () => cwd }) ?? [];
      const roots = all.filter((root) => existsSync(root));
      if (roots.some((root) => existsSync(join(root, "node", "package.json")))) return roots;
      // Only Node's types from our folder: other types installed there don't belong to the notebook.
      types = { types: ["node", ...roots.flatMap((root) => readdirSync(root))] };
      return [...roots, nodeTypes];
    },
  };
  return { typescript: adapted, options: all, save };
}
