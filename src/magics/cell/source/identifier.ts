const IDENTIFIER = /^[\p{ID_Start}$_](?:[\p{ID_Continue}$]|\u200c|\u200d)*$/u;

/** Words that can't be variable names in a module. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Whether `name` can be declared as a variable. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED.has(name);
}
