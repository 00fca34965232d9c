import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireCached } from "./code-cache.ts";
import { type FileReader, readOtherDrives } from "./other-drives.ts";
import type { OwnModule } from "./own-modules.ts";
import { transpileModule, type Transpiler } from "./transpile-module.ts";
import { tslabRequire } from "../tslab-internals.ts";

/** Writes out an inferred type for a file of declarations. */
type WriteType = (node: unknown, enclosing: unknown, flags: number, ...rest: unknown[]) => unknown;

const TYPE_WRITERS = [
  "createTypeOfDeclaration",
  "createReturnTypeOfSignatureDeclaration",
  "createTypeOfExpression",
] as const;

type EmitResolver = Record<(typeof TYPE_WRITERS)[number], WriteType>;

interface TypeChecker {
  getEmitResolver(...args: unknown[]): EmitResolver;
}

interface Program {
  getTypeChecker(): TypeChecker;
}

interface Node {
  readonly kind: number;
  /** Of `for await`. */
  readonly awaitModifier?: { readonly end: number };
}

interface TypeScript extends Transpiler {
  readonly NodeBuilderFlags: { readonly AllowNodeModulesRelativePaths: number };
  getPreEmitDiagnostics(program: Program, ...rest: unknown[]): unknown;
  getPreEmitDiagnosticsOfFiles(program: Program, files: readonly Node[]): readonly unknown[];
  readonly SyntaxKind: Readonly<Record<string, number>>;
  forEachChild(node: Node, visit: (child: Node) => boolean | undefined): boolean | undefined;
  createWatchCompilerHost(
    rootFiles: string[],
    options: Record<string, unknown>,
    system: FileReader,
    ...rest: unknown[]
  ): unknown;
  readonly sys: FileReader;
  getDefaultTypeRoots(cwd: string, host: object): string[] | undefined;
  transpileModule: ReturnType<typeof transpileModule>;
}

/**
 * Lets declarations name types by the path of any file. TypeScript refuses paths into another folder's `node_modules`, as a package with
 * such declarations would work on this machine alone. A notebook's declarations are read by its next cell and by nobody else.
 */
function allowAnyPath(checker: TypeChecker, flag: number): void {
  const getEmitResolver = checker.getEmitResolver.bind(checker);
  checker.getEmitResolver = (...args) => {
    // The same one each time.
    const resolver = getEmitResolver(...args);
    checker.getEmitResolver = getEmitResolver;
    for (const name of TYPE_WRITERS) {
      const write = resolver[name];
      resolver[name] = (node, enclosing, flags, ...rest) => write(node, enclosing, flags | flag, ...rest);
    }
    return resolver;
  };
}

/** Kinds of nodes in which an `await` is not the cell's own. */
const FUNCTIONS = [
  "ArrowFunction",
  "FunctionExpression",
  "FunctionDeclaration",
  "MethodDeclaration",
  "ClassDeclaration",
  "ClassExpression",
  "ModuleDeclaration",
];

/**
 * tslab knows from TypeScript's error 1308 that a cell awaits something, and wraps it in a function then. For `for await` TypeScript has
 * no such error: it is made here.
 */
function topLevelForAwait(typescript: TypeScript, cell: Node): readonly unknown[] {
  const functions = FUNCTIONS.map((name) => typescript.SyntaxKind[name]);
  let end: number | null = null;
  const visit = (node: Node): boolean | undefined => {
    end = node.awaitModifier?.end ?? null;
    return end !== null || (functions.includes(node.kind) ? undefined : typescript.forEachChild(node, visit));
  };
  typescript.forEachChild(cell, visit);
  if (end === null) return [];
  const length = "await".length;
  return [{ code: 1308, file: cell, start: end - length, length, messageText: "for await" }];
}

/**
 * Teaches tslab's TypeScript where the types of our modules are, where Node's are when the notebook's folder has none, and that a
 * variable's type may come from anywhere.
 * Must run before tslab is loaded. TypeScript's exports are read-only getters, so tslab is given a copy.
 *
 * @returns keeps what was compiled of TypeScript for the next start; call it when there is time.
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
  /** A program of which tslab asks for errors, before it has the output and the declarations written. */
  const anyPath = (program: Program): Program => {
    if (!widened.has(program))
      allowAnyPath(program.getTypeChecker(), typescript.NodeBuilderFlags.AllowNodeModulesRelativePaths);
    widened.add(program);
    return program;
  };

  const patched: TypeScript = {
    ...typescript,
    transpileModule: transpileModule(typescript),
    getPreEmitDiagnostics: (program, ...rest) => typescript.getPreEmitDiagnostics(anyPath(program), ...rest),
    getPreEmitDiagnosticsOfFiles: (program, files) => [
      ...typescript.getPreEmitDiagnosticsOfFiles(anyPath(program), files),
      ...files.slice(0, 1).flatMap((cell) => topLevelForAwait(typescript, cell)),
    ],
    createWatchCompilerHost: (rootFiles, options, system, ...rest) => {
      readOtherDrives(system, typescript.sys);
      return typescript.createWatchCompilerHost(rootFiles, { ...options, paths, ...types }, system, ...rest);
    },
    getDefaultTypeRoots: (cwd, host) => {
      const roots = typescript.getDefaultTypeRoots(cwd, host) ?? [];
      if (roots.some((root) => existsSync(join(root, "node", "package.json")))) return roots;
      // Only Node's types from our own folder: whatever else is installed there is not the notebook's.
      types = {
        types: ["node", ...roots.filter((root) => existsSync(root)).flatMap((root) => readdirSync(root))],
      };
      return [...roots, nodeTypes];
    },
  };
  loaded.exports = patched;
  return save;
}
