import type ts from "typescript";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireCached } from "./code-cache.ts";
import { readOtherDrives } from "./other-drives.ts";
import type { OwnModule } from "./own-modules.ts";
import { transpileModule } from "./transpile-module.ts";
import { tslabRequire } from "../tslab-internals.ts";

/** Writes an inferred type into a declaration file. */
type WriteType = (node: unknown, enclosing: unknown, flags: number, ...rest: unknown[]) => unknown;

const TYPE_WRITERS = [
  "createTypeOfDeclaration",
  "createReturnTypeOfSignatureDeclaration",
  "createTypeOfExpression",
] as const;

/** Parts of TypeScript that its types don't show, and that tslab's TypeScript adds. */
interface Checker extends ts.TypeChecker {
  getEmitResolver(...args: unknown[]): Record<(typeof TYPE_WRITERS)[number], WriteType>;
}

interface TypeScript extends Omit<
  typeof ts,
  "transpileModule" | "createWatchCompilerHost" | "visitEachChild"
> {
  createWatchCompilerHost(
    rootFiles: string[],
    options: ts.CompilerOptions,
    system: ts.System,
    ...rest: unknown[]
  ): ts.WatchHost;
  visitEachChild(node: ts.Node, visitor: ts.Visitor, ...rest: unknown[]): ts.Node;
  getDefaultTypeRoots(cwd: string, host: object): string[] | undefined;
  getPreEmitDiagnosticsOfFiles(program: ts.Program, files: readonly CellFile[]): readonly unknown[];
  transpileModule: ReturnType<typeof transpileModule>;
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

/**
 * tslab recognizes top-level await by TypeScript's error 1308, and then wraps the cell in a function. `for await` gives no such error,
 * nor does an `await` before parentheses with another one, so it is added here.
 */
function topLevelAwait(typescript: TypeScript, cell: ts.SourceFile): readonly unknown[] {
  let end: number | null = null;
  const visit = (node: ts.Node): true | undefined => {
    if (typescript.isForOfStatement(node)) end = node.awaitModifier?.end ?? null;
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
  host.setTimeout = (callback, ms) =>
    callback.name === "invalidateResolutionsOfFailedLookup"
      ? void callback()
      : (later?.(callback, ms) as unknown);
  return host;
}

/**
 * Patches tslab's TypeScript: paths of our modules' types, Node's types if the notebook's folder has none, and inferred types
 * from any path. Must run before tslab is loaded. TypeScript's exports are read-only getters, so tslab gets a copy.
 *
 * @returns saves TypeScript's compiled code for the next start; to be called when idle.
 */
export function patchTypeScript(modules: readonly OwnModule[]): () => void {
  const path = tslabRequire.resolve("@tslab/typescript-for-tslab");
  const { version } = tslabRequire("@tslab/typescript-for-tslab/package.json") as { version: string };
  const { exports, save } = requireCached(tslabRequire, path, `typescript-${version}`);
  const typescript = exports as TypeScript;
  const loaded = tslabRequire.cache[path];
  if (!loaded) throw new Error(`${path} is not in the module cache`);
  const paths = Object.fromEntries(modules.map(({ specifier, typesPath }) => [specifier, [typesPath]]));
  const nodeTypes = dirname(dirname(tslabRequire.resolve("@types/node/package.json")));
  let types: { types?: string[] } = {};
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

  const patched: TypeScript = {
    ...typescript,
    transpileModule: transpileModule(typescript),
    visitEachChild: (node, visitor, ...rest) =>
      typescript.isShorthandPropertyAssignment(node)
        ? visitShorthand(typescript, node, visitor)
        : typescript.visitEachChild(node, visitor, ...rest),
    getPreEmitDiagnostics: (program, ...rest) => typescript.getPreEmitDiagnostics(anyPath(program), ...rest),
    getPreEmitDiagnosticsOfFiles: (program, files) => {
      // A file with `await (` is parsed twice, and of the two only the second has a path: inferred types are written relative to it.
      for (const file of files) file.original = undefined;
      return [
        ...typescript.getPreEmitDiagnosticsOfFiles(anyPath(program), files),
        ...files.slice(0, 1).flatMap((cell) => topLevelAwait(typescript, cell)),
      ];
    },
    createWatchCompilerHost: (rootFiles, options, system, ...rest) => {
      readOtherDrives(system, typescript.sys);
      const all = { ...options, paths, ...types };
      return oneTimer(typescript.createWatchCompilerHost(rootFiles, all, system, ...rest));
    },
    getDefaultTypeRoots: (cwd, host) => {
      const roots = typescript.getDefaultTypeRoots(cwd, host) ?? [];
      if (roots.some((root) => existsSync(join(root, "node", "package.json")))) return roots;
      // Only Node's types from our folder: other types installed there don't belong to the notebook.
      types = {
        types: ["node", ...roots.filter((root) => existsSync(root)).flatMap((root) => readdirSync(root))],
      };
      return [...roots, nodeTypes];
    },
  };
  loaded.exports = patched;
  return save;
}
