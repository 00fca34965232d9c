import { createSourceLexer } from "./source-lexer.ts";

const DECLARES = new Set(["let", "const", "var", "function", "class"]);

/** Names that TypeScript source declares at its top level. Names inside destructuring patterns are not counted. */
export function declaredNames(source: string): Set<string> {
  const names = new Set<string>();
  const lexer = createSourceLexer(source);
  let last = "";
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if (token.kind === "name" && DECLARES.has(last) && lexer.brackets.length === 0) names.add(token.text);
    last = token.text;
  }
  return names;
}
