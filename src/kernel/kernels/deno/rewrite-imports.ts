import { exactLexer, type SourceToken } from "../../../magics/cell/source/source-lexer.ts";

/** Whether a string token is a module specifier: after `from`, after `import`, or in `import(…)`. */
function namesModule(
  before: SourceToken | undefined,
  beforeThat: SourceToken | undefined,
  third?: SourceToken,
): boolean {
  if (before?.kind === "name" && (before.text === "from" || before.text === "import"))
    return beforeThat?.text !== ".";
  return (
    before?.text === "(" && beforeThat?.text === "import" && beforeThat.kind === "name" && third?.text !== "."
  );
}

/**
 * Replaces module specifiers in a cell; all else stays as it is, and so do line numbers.
 *
 * @param resolve - Maps a specifier as written; null keeps it.
 */
export function rewriteImports(code: string, resolve: (specifier: string) => string | null): string {
  if (!/\b(?:import|from)\b/.test(code)) return code;
  const lexer = exactLexer(code);
  const recent: SourceToken[] = [];
  let rewritten = "";
  let done = 0;
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if (token.kind === "string" && namesModule(recent[0], recent[1], recent[2])) {
      const resolved = resolve(token.text.slice(1, -1));
      if (resolved !== null) {
        rewritten += code.slice(done, token.start) + JSON.stringify(resolved);
        done = token.end;
      }
    }
    recent.unshift(token);
    recent.length = Math.min(recent.length, 3);
  }
  return done === 0 ? code : rewritten + code.slice(done);
}
