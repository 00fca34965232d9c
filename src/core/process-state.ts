/** State of which a process has one, even with several copies of this library: a script's own, and the one that a notebook loads. */
export function processState<T extends object>(name: string, create: () => T): T {
  const states = globalThis as { [key: symbol]: T | undefined };
  return (states[Symbol.for(`svclib.${name}`)] ??= create());
}
