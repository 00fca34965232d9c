// How a test file is loaded: by Node.js itself, so that the files of a worker share all modules that they import. Jest's own runtime loads
// every module anew for each file, which takes longer than most tests.
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setGlobals } from "./globals.mjs";
import { mapOf } from "./strip-types.mjs";

const require = createRequire(import.meta.url);

/** The maps of TypeScript files; of others Jest finds them itself. */
class SourceMaps extends Map {
  get(place) {
    if (!/\.ts(\?.*)?$/.test(place)) return undefined;
    return mapOf(place.startsWith("file:") ? fileURLToPath(place) : place);
  }
}

export default class ProcessRuntime {
  #environment;

  constructor(_config, environment) {
    this.#environment = environment;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return require(path);
  }

  /** The functions of Jest (`test`, `expect`) have their state in this module and in what it leaves in the process: each file has its own. */
  requireInternalModule(path) {
    delete require.cache[require.resolve(path)];
    delete globalThis[Symbol.for("EVENT_HANDLERS")];
    return require(path);
  }

  setGlobalsForRuntime(functions) {
    setGlobals({ ...functions, jest: this.#jest() });
  }

  /** The functions of `jest` that need no loader of its own. */
  #jest() {
    const { moduleMocker: mocks, fakeTimersModern: timers } = this.#environment;
    const jest = {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      mocked: mocks.mocked.bind(mocks),
      replaceProperty: mocks.replaceProperty.bind(mocks),
      useFakeTimers: (options) => (timers.useFakeTimers(options), jest),
      useRealTimers: () => (timers.useRealTimers(), jest),
    };
    for (const name of ["clearAllMocks", "resetAllMocks", "restoreAllMocks"])
      jest[name] = () => (mocks[name](), jest);
    for (const name of [
      ...["advanceTimersByTime", "advanceTimersByTimeAsync", "advanceTimersToNextTimer", "clearAllTimers"],
      ...["getRealSystemTime", "getTimerCount", "now", "runAllTicks", "runAllTimers", "runAllTimersAsync"],
      ...["runOnlyPendingTimers", "runOnlyPendingTimersAsync", "setSystemTime"],
    ])
      jest[name] = timers[name].bind(timers);
    return jest;
  }

  getSourceMaps() {
    return new SourceMaps();
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
