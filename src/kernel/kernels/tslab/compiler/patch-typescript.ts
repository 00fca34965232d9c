import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireCached } from "./code-cache.ts";
import { type FileReader, readOtherDrives } from "./other-drives.ts";
import type { OwnModule } from "./own-modules.ts";
import { transpileModule, type Transpiler } from "./transpile-module.ts";
import { tslabRequire } from "../tslab-internals.ts";

/** Writes an inferred type into a declaration file. */
type WriteType = (node: unknown, enclosing: unknown, flags: number, ...rest: unknown[]) => unknown;

const TYPE_WRITERS = [
  "createTypeOfDeclaration",
  "createReturnTypeOfSignatureDeclaration",
  "createTypeOfExpression",
] as const;

type EmitResolver = Record<(typeof TYPE_WRITERS)[number], WriteType>;

interface TypeChecker {
  getSymbolAtLocation(node: Node): unknown;
  getShorthandAssignmentValueSymbol(node: Node): unknown;
  getEmitResolver(...args: unknown[]): EmitResolver;
}

interface Program {
  getTypeChecker(): TypeChecker;
}

interface Node {
  readonly kind: number;
  readonly parent?: Node;
  readonly name?: Node;
  /** Of `for await`. */
  readonly awaitModifier?: { readonly end: number };
  /** Of `{ x = 1 }` on the left of an assignment. */
  readonly objectAssignmentInitializer?: Node;
  /** The node that it replaces. */
  original?: Node | undefined;
  getStart(): number;
}

type Visitor = (node: Node) => Node;

interface WatchHost {
  setTimeout?: (callback: () => void, ms: number) => unknown;
}

interface TypeScript extends Transpiler {
  readonly NodeBuilderFlags: { readonly AllowNodeModulesRelativePaths: number };
  getPreEmitDiagnostics(program: Program, ...rest: unknown[]): unknown;
  getPreEmitDiagnosticsOfFiles(program: Program, files: readonly Node[]): readonly unknown[];
  readonly SyntaxKind: Readonly<Record<string, number>>;
  readonly factory: {
    createPropertyAssignment(name: Node, value: Node): Node;
    createAssignment(left: Node, right: Node): Node;
  };
  visitEachChild(node: Node, visitor: Visitor, ...rest: unknown[]): Node;
  forEachChild(node: Node, visit: (child: Node) => boolean | undefined): boolean | undefined;
  createWatchCompilerHost(
    rootFiles: string[],
    options: Record<string, unknown>,
    system: FileReader,
    ...rest: unknown[]
  ): WatchHost;
  readonly sys: FileReader;
  getDefaultTypeRoots(cwd: string, host: object): string[] | undefined;
  transpileModule: ReturnType<typeof transpileModule>;
}

/**
 * Allows declarations to name types by the path of any file. TypeScript rejects paths into another folder's `node_modules`, because a
 * published package would then depend on this machine. A notebook's declarations are only read by its next cell.
 */
function allowAnyPath(checker: TypeChecker, flag: number): void {
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

/** Kinds of nodes whose inner `await` does not belong to the cell. */
const FUNCTIONS = [
  "ArrowFunction",
  "FunctionExpression",
  "FunctionDeclaration",
  "MethodDeclaration",
  "ClassDeclaration",
  "ClassExpression",
  "ModuleDeclaration",
];

const AWAIT = "await".length;

/**
 * tslab recognizes top-level await by TypeScript's error 1308, and then wraps the cell in a function. `for await` gives no such error,
 * nor does an `await` before parentheses with another one, so it is added here.
 */
function topLevelAwait(typescript: TypeScript, cell: Node): readonly unknown[] {
  const functions = FUNCTIONS.map((name) => typescript.SyntaxKind[name]);
  let end: number | null = null;
  const visit = (node: Node): boolean | undefined => {
    end = node.awaitModifier?.end ?? null;
    if (node.kind === typescript.SyntaxKind["AwaitExpression"]) end = node.getStart() + AWAIT;
    return end !== null || (functions.includes(node.kind) ? undefined : typescript.forEachChild(node, visit));
  };
  typescript.forEachChild(cell, visit);
  if (end === null) return [];
  return [{ code: 1308, file: cell, start: end - AWAIT, length: AWAIT, messageText: "await" }];
}

/** For `x` of `{ x }`, gives the variable instead of the property, as tslab looks for variables of earlier cells. */
function findShorthandVariables(checker: TypeChecker, shorthand: number | undefined): void {
  const symbolAt = checker.getSymbolAtLocation.bind(checker);
  checker.getSymbolAtLocation = (node) =>
    (node.parent?.kind === shorthand && node.parent?.name === node
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : undefined) ?? symbolAt(node);
}

/** Writes `{ x }` as `{ x: exports.x }` where the visitor replaces the name. */
function visitShorthand({ factory }: TypeScript, node: Node, visitor: Visitor): Node {
  const { name, objectAssignmentInitializer: initial } = node;
  const value = name === undefined ? undefined : visitor(name);
  if (name === undefined || value === undefined || (value === name && initial === undefined)) return node;
  return factory.createPropertyAssignment(
    name,
    initial === undefined ? value : factory.createAssignment(value, visitor(initial)),
  );
}

/**
 * Runs at once what TypeScript would do a moment after packages came or went. tslab keeps the one timer that renews the program, and every
 * cell behind a second one failed.
 */
function oneTimer(host: WatchHost): WatchHost {
  const later = host.setTimeout;
  host.setTimeout = (callback, ms) =>
    callback.name === "invalidateResolutionsOfFailedLookup" ? void callback() : later?.(callback, ms);
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
  const widened = new WeakSet<Program>();
  const shorthand = typescript.SyntaxKind["ShorthandPropertyAssignment"];
  /** Patches a program when tslab first asks for its errors, which is before it emits output and declarations. */
  const anyPath = (program: Program): Program => {
    if (!widened.has(program)) {
      allowAnyPath(program.getTypeChecker(), typescript.NodeBuilderFlags.AllowNodeModulesRelativePaths);
      findShorthandVariables(program.getTypeChecker(), shorthand);
    }
    widened.add(program);
    return program;
  };

  const patched: TypeScript = {
    ...typescript,
    transpileModule: transpileModule(typescript),
    visitEachChild: (node, visitor, ...rest) =>
      node.kind === shorthand
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
