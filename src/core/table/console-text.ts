/** Method with which values provide text to consoles, of Deno and Bun too. */
export const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Rows that a console shows. */
const SHOWN_ROWS = 10;

interface PrintedTable {
  numRows(): number;
  numCols(): number;
  objects(options: { limit: number }): readonly object[];
}

/** A table for `console.log` in scripts: its size, and its first rows as objects. Notebooks show tables. */
export function consoleText(
  table: PrintedTable,
  options: object,
  inspect: (value: unknown, options: object) => string,
): string {
  const rows = table.numRows();
  const first = rows > SHOWN_ROWS ? `, the first ${SHOWN_ROWS}` : "";
  return `${rows} rows x ${table.numCols()} columns${first}: ${inspect(table.objects({ limit: SHOWN_ROWS }), options)}`;
}

/** Defines how tables of a prototype are shown. Consoles and completion inspect prototypes too, which are not tables. */
export function defineShown<T extends object>(
  prototype: T,
  method: symbol,
  show: (table: T, ...rest: never[]) => unknown,
): void {
  Object.defineProperty(prototype, method, {
    configurable: true,
    writable: true,
    value: function (this: T, _depth: number, ...rest: never[]) {
      return Object.hasOwn(this, "constructor") ? this.constructor.name : show(this, ...rest);
    },
  });
}
