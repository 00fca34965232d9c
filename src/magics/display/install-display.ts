import { ColumnTable } from "arquero";
import { explainVerbs } from "../../core/table/explain-verbs.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY, NODE_INSPECT } from "./displayable.ts";
import { tableBundle } from "./mime-bundle.ts";
import { toText } from "./table/table-text.ts";

/**
 * Lets every table of this copy of Arquero be shown as one: as the last expression of a cell, and by `console.log`; and has its verbs
 * explain their errors. Doing it again changes nothing.
 */
export function installDisplay(): void {
  explainVerbs(ColumnTable.prototype);
  define(JUPYTER_DISPLAY, tableBundle);
  define(NODE_INSPECT, toText);
  define(DENO_INSPECT, toText);
}

function define<T>(method: symbol, show: (table: ColumnTable) => T): void {
  Object.defineProperty(ColumnTable.prototype, method, {
    configurable: true,
    writable: true,
    value: function (this: ColumnTable) {
      // Consoles and completion look at prototypes too, which hold no table.
      return Object.hasOwn(this, "constructor") ? this.constructor.name : show(this);
    },
  });
}
