/** The object of what cells use of the boot module. */
export const CALLS_EXPRESSION = 'globalThis[Symbol.for("svclib")]';

/** Code that calls a function of the boot module. What it publishes is private to the proxy. */
export const hiddenCell = (name: string, args = ""): string =>
  `await ${CALLS_EXPRESSION}.${name}(${args}); 0`;
