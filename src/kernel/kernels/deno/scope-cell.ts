const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Hidden cell that loads the library into Deno. */
export const LOAD_CELL = 'await globalThis[Symbol.for("svclib.load")](); 0';

/**
 * Hidden cell that asks which names are variables of the notebook. Variables of cells are no properties of the global object,
 * so only code of the notebook itself can tell. A variable whose cell failed before it was set cannot be read, and is none.
 */
export function scopeCell(names: readonly string[]): string {
  const checks = names
    .filter((name) => IDENTIFIER.test(name))
    .map((name) => `[${JSON.stringify(name)}, () => typeof ${name}]`);
  return `globalThis[Symbol.for("svclib.scope")]([${checks.join(", ")}])`;
}
