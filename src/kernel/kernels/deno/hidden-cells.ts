/** Calls a function that the boot module has left for hidden cells; those of the notebook don't see what it publishes. */
const call = (name: string, args = ""): string =>
  `await globalThis[Symbol.for("svclib")].${name}(${args}); 0`;

/** Hidden cell that loads the library into Deno. */
export const LOAD_CELL = call("load");

/** Hidden cell that publishes a mark behind all that is published already. */
export const flushCell = (): string => call("flush");

/** Hidden cell that publishes the value of an expression. */
export const valueCell = (code: string): string => call("value", `async () => (\n${code}\n)`);

/** Hidden cell that asks for the columns of a table. */
export const columnsCell = (name: string): string => call("columns", JSON.stringify(name));

/** Hidden cell that asks which names are variables of the notebook. */
export const boundCell = (names: readonly string[]): string => call("bound", JSON.stringify(names));
