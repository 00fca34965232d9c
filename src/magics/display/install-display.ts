import { ColumnTable } from "arquero";
import { explainVerbs } from "../../core/table/explain-verbs.ts";
import { refuseColumnProperties } from "../../core/table/refuse-column-properties.ts";
import { JUPYTER_DISPLAY, NODE_INSPECT } from "./displayable.ts";
import { tableBundle } from "./mime-bundle.ts";
import { toText } from "./table/table-text.ts";

/**
 * Makes all tables of this copy of Arquero display as tables, as the last expression of a cell and by `console.log`, their verbs explain
 * errors, and reading a column as a property fails. Idempotent.
 */
export function installDisplay(): void {
  explainVerbs(ColumnTable.prototype);
  refuseColumnProperties(ColumnTable.prototype);
  define(JUPYTER_DISPLAY, tableBundle);
  define(NODE_INSPECT, toText);
}

function define<T>(method: symbol, show: (table: ColumnTable) => T): void {
  Object.defineProperty(ColumnTable.prototype, method, {
    configurable: true,
    writable: true,
    value: function (this: ColumnTable) {
      // Consoles and completion inspect prototypes too, which are not tables.
      return Object.hasOwn(this, "constructor") ? this.constructor.name : show(this);
    },
  });
}
