import { declaredNames } from "../../../magics/cell/source/declared-names.ts";
import { exactLexer } from "../../../magics/cell/source/source-lexer.ts";
import { namedError } from "../../cells/error-content.ts";

/** Globals without which Deno's modules or svclib can't be loaded or run. Declarations of the same value are no danger. */
const NEEDED =
  /^(?:const|let|var|function|class)\s+(AbortController|AbortSignal|Array|Buffer|Date|Deno|Error|JSON|Map|Math|Number|Object|Promise|Set|String|Symbol|URL|performance|process)\b(?!\s*=\s*(?:require|globalThis)\b)/gm;

/**
 * Refuses a cell that declares a variable named like a global that Deno needs: it would hide the global from all modules, until a restart.
 *
 * @throws Error with the name.
 */
export function checkGlobals(code: string): void {
  const found = [...code.matchAll(NEEDED)].map(([, name = ""]) => name);
  if (found.length === 0) return;
  const declared = declaredNames(exactLexer(code));
  const name = found.find((one) => declared.has(one));
  if (name !== undefined)
    throw namedError(
      "NameError",
      `the cell was not run: in Deno a variable called '${name}' would hide Deno's own '${name}' from svclib; choose another name`,
    );
}
