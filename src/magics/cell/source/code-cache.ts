import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { homeFolder, removeAllSync, renameFileSync } from "../../../system/system.ts";

interface Loader {
  _compile: (this: NodeModule, source: string, filename: string) => unknown;
}

/** A loaded module with a function that saves its compiled code. */
export interface CachedModule {
  readonly exports: unknown;
  /** Writes the cache unless a valid one was read, and removes unused ones; takes some tens of milliseconds. */
  readonly save: () => void;
}

const folder = (): string => join(process.env["XDG_CACHE_HOME"] || join(homeFolder(), ".cache"), "svclib");

/**
 * Loads a large CommonJS module with V8's code cache, which saves compiling it at each start of a process. The cache is a file per
 * user, module version and Node.js version: V8 rejects one of another V8, but takes one of another Node.js 20, and crashes.
 *
 * @param name - Name and version of the module for the file's name, because V8 checks only the length of the source.
 */
export function requireCached(require: NodeJS.Require, path: string, name: string): CachedModule {
  const file = join(
    folder(),
    `${name}-node-${process.versions.node}-${process.arch}-${cachedDataVersionTag()}.v8cache`,
  );
  const loader = Module.prototype as unknown as Loader;
  const compile = loader._compile;
  let script: Script | undefined;
  loader._compile = function (source, filename) {
    if (filename !== path) return compile.call(this, source, filename);
    const cachedData = readIfThere(file);
    script = new Script(Module.wrap(source), { filename, ...(cachedData && { cachedData }) });
    const run = script.runInThisContext() as (...args: unknown[]) => unknown;
    return run.call(
      this.exports,
      this.exports,
      Module.createRequire(filename),
      this,
      filename,
      dirname(filename),
    );
  };
  try {
    return { exports: require(path), save: () => void (script && save(script, file)) };
  } finally {
    loader._compile = compile;
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Days without a use after which a cache is removed: its version of Node.js or of the module is probably gone. */
const UNUSED_DAYS = 30;

/** Saves the functions that were compiled so far, as V8 compiles lazily. */
function save(script: Script, file: string): void {
  try {
    const now = new Date();
    // `undefined` if there was no cache to check.
    if (script.cachedDataRejected === false) utimesSync(file, now, now);
    else write(script, file);
    removeUnused(dirname(file), now);
  } catch {
    // The home folder is read-only: every start compiles. Or another kernel has just removed the file.
  }
}

function write(script: Script, file: string): void {
  const own = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(own, script.createCachedData(), { mode: 0o600 });
  try {
    renameFileSync(own, file);
  } catch {
    // On Windows another kernel may be reading it: a later start writes it.
    removeAllSync(own);
  }
}

/** Removes caches, also half-written ones, that no kernel has used for long. A kernel that reads one at that moment has it whole. */
function removeUnused(caches: string, now: Date): void {
  for (const name of readdirSync(caches)) {
    if (!/\.v8cache(?:\.\d+)?$/.test(name)) continue;
    const file = join(caches, name);
    if (now.getTime() - statSync(file).mtimeMs > UNUSED_DAYS * 86_400_000) removeAllSync(file);
  }
}
