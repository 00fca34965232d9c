const IDENTIFIER = /^[\p{ID_Start}$_](?:[\p{ID_Continue}$]|\u200c|\u200d)*$/u;

/** Words that can't name a variable of a module. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Can `name` be declared as a variable? Reserved words can't. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED.has(name);
}
