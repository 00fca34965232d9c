// What a test file changes of the process ends with it, as the next file runs in the same process with the same modules.
import "../../src/core/interrupt/interrupt.ts";
import "../../src/core/interrupt/watched-work.ts";
import "../../src/core/progress.ts";
import "../../src/core/warnings.ts";
import "../../src/magics/magic-context.ts";
import "../../src/magics/notebook-host.ts";
import "../../src/magics/notebook-jobs.ts";
import "../../src/magics/progress/watch-progress.ts";

type Properties = Record<string | symbol, unknown>;

/** Notes the own properties of an object, or the members of a set, and returns a function that puts them back. */
function restorer(object: object): () => void {
  if (object instanceof Set) {
    const members = [...(object as Set<unknown>)];
    return () => {
      object.clear();
      for (const member of members) object.add(member);
    };
  }
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const key of Reflect.ownKeys(object))
      if (!Object.hasOwn(before, key)) Reflect.deleteProperty(object, key);
    for (const [key, property] of Object.entries(before))
      if ((object as Properties)[key] !== property.value) Object.defineProperty(object, key, property);
  };
}

const stateNames = (): symbol[] =>
  Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol.description?.startsWith("svclib."));

/** Notes the state that svclib has in the process, the environment and the global names. @returns what puts them back. */
export function noteState(): () => void {
  const restore = stateNames().map((name) => restorer((globalThis as unknown as Properties)[name] as object));
  const environment = { ...process.env };
  const globals = new Set(Reflect.ownKeys(globalThis));
  return () => {
    for (const back of restore) back();
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    for (const key of Reflect.ownKeys(globalThis))
      if (typeof key === "string" && !globals.has(key)) Reflect.deleteProperty(globalThis, key);
  };
}
