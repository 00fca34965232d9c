import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

interface Loader {
  _compile: (this: NodeModule, source: string, filename: string) => unknown;
}

/** A module that was loaded, and how to keep what was compiled of it. */
export interface CachedModule {
  readonly exports: unknown;
  /** Writes the cache, when there was none that fits; takes some tens of milliseconds. */
  readonly save: () => void;
}

const folder = (): string => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "svclib");

/**
 * Loads a large CommonJS module with V8's code cache, which saves compiling it at each start of the kernel. The cache is a file of the
 * user's for each version of the module and of V8; V8 refuses one that does not fit.
 *
 * @param name - Name and version of the module, as part of the file's name: V8 itself checks no more of the source than its length.
 */
export function requireCached(require: NodeJS.Require, path: string, name: string): CachedModule {
  const file = join(folder(), `${name}-${cachedDataVersionTag()}.v8cache`);
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

/** With what the module has compiled so far: V8 compiles a function when it is first called. */
function save(script: Script, file: string): void {
  // `undefined` without a cache to check.
  if (script.cachedDataRejected === false) return;
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(own, script.createCachedData(), { mode: 0o600 });
  } catch {
    // A home that cannot be written to: each start compiles.
    return;
  }
  try {
    renameSync(own, file);
  } catch {
    // Another kernel is reading it, on Windows: a later start writes it.
    rmSync(own, { force: true });
  }
}
