/** Code that calls a function of the boot module. What it publishes is private to the proxy. */
export const hiddenCell = (name: string, args = ""): string =>
  `await globalThis[Symbol.for("svclib")].${name}(${args}); 0`;
