const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Calls a function that the boot module has left for hidden cells; those of the notebook don't see what it publishes. */
const call = (name: string, args = ""): string =>
  `await globalThis[Symbol.for("svclib")].${name}(${args}); 0`;

/** Hidden cell that loads the library into Deno. */
export const LOAD_CELL = call("load");

/** Hidden cell that publishes a mark behind all that is published already. */
export const flushCell = (): string => call("flush");

/** Hidden cell that publishes the value of an expression. */
export const valueCell = (code: string): string => call("value", `async () => (\n${code}\n)`);

/**
 * Hidden cell that asks which names are variables of the notebook. Variables of cells are no properties of the global object,
 * so only code of the notebook itself can tell. A variable whose cell failed before it was set cannot be read, and is none.
 */
export function scopeCell(names: readonly string[]): string {
  const checks = names
    .filter((name) => IDENTIFIER.test(name))
    .map((name) => `[${JSON.stringify(name)}, () => typeof ${name}]`);
  return call("scope", `[${checks.join(", ")}]`);
}
