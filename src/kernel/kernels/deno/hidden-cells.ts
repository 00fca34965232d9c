/** Code that calls a function of the boot module. What it publishes is private to the proxy. */
const call = (name: string, args = ""): string =>
  `await globalThis[Symbol.for("svclib")].${name}(${args}); 0`;

/** Hidden cell that loads the library into Deno. */
export const LOAD_CELL = call("load");

/** Hidden cell that publishes a marker after all previous output. */
export const flushCell = (): string => call("flush");

/** Hidden cell that publishes an expression's value. */
export const valueCell = (code: string): string => call("value", `async () => (\n${code}\n)`);

/** Hidden cell that publishes a table's columns. */
export const columnsCell = (name: string): string => call("columns", JSON.stringify(name));

/** Hidden cell that publishes which names are variables of the notebook. */
export const boundCell = (names: readonly string[]): string => call("bound", JSON.stringify(names));
