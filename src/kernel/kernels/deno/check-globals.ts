import type { CellSource } from "../../../magics/cell/source/source.ts";
import { namedError } from "../../cells/error-content.ts";

/** Globals without which Deno's modules or svclib can't be loaded or run. Declarations of the same value are no danger. */
const NEEDED =
  /^(?:const|let|var|function|class)\s+(AbortController|AbortSignal|Array|Buffer|Date|Deno|Error|JSON|Map|Math|Number|Object|Promise|Set|String|Symbol|URL|performance|process)\b(?!\s*=\s*(?:require|globalThis)\b)/gm;

/**
 * Refuses a cell that declares a variable named like a global that Deno needs: it would hide the global from all modules, until a restart.
 *
 * @throws Error with the name.
 */
export function checkGlobals({ code, declared }: CellSource): void {
  const name = [...code.matchAll(NEEDED)].map(([, one = ""]) => one).find((one) => declared.has(one));
  if (name !== undefined)
    throw namedError(
      "NameError",
      `the cell was not run: in Deno a variable called '${name}' would hide Deno's own '${name}' from svclib; choose another name`,
    );
}
