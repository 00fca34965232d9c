import type { SourceLexer, SourceToken } from "./source-lexer.ts";

interface PlacedToken extends SourceToken {
  /** Number of open brackets around it, without those that the token itself opens or closes. */
  readonly depth: number;
}

/** Names that TypeScript source declares at its top level: by let, const, var, function, class and import, also in patterns. */
export function declaredNames(lexer: SourceLexer): Set<string> {
  const tokens = placedTokens(lexer);
  const names = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "name" || token.depth > 0 || tokens[at - 1]?.text === ".") continue;
    if (/^(?:let|const|var)$/.test(token.text)) addDeclarators(tokens, at + 1, names);
    else if (token.text === "import") addImports(tokens, at + 1, names);
    else if (/^(?:function|class|enum)$/.test(token.text)) {
      const name = tokens[at + (tokens[at + 1]?.text === "*" ? 2 : 1)];
      // After `=` it is an expression, whose name is local to it.
      if (name?.kind === "name" && !isOperand(tokens[at - 1])) names.add(name.text);
    }
  }
  return names;
}

function placedTokens(lexer: SourceLexer): PlacedToken[] {
  const tokens: PlacedToken[] = [];
  for (;;) {
    const before = lexer.brackets.length;
    const token = lexer.next();
    if (token === null) return tokens;
    tokens.push({ ...token, depth: Math.min(before, lexer.brackets.length) });
  }
}

/** Parses `a = 1, { b, c: d } = e` up to the end of the statement. */
function addDeclarators(tokens: readonly PlacedToken[], start: number, names: Set<string>): void {
  let due = true;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (
      token === undefined ||
      (token.depth === 0 && /^(?:;|let|const|var|function|class|import)$/.test(token.text))
    )
      return;
    if (token.depth === 0 && token.text === ",") due = true;
    else if (due && token.depth === 0) {
      due = false;
      if (token.kind === "name") names.add(token.text);
      else at = addPattern(tokens, at, names);
    }
  }
}

/** Adds the names of `{ a, b: c, ...d }` or `[a, [b]]`; returns the pattern's end. */
function addPattern(tokens: readonly PlacedToken[], start: number, names: Set<string>): number {
  let at = start + 1;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.depth === 0) return at;
    const opens = /^(?:[{[,:]|\.\.\.)$/.test(tokens[at - 1]?.text ?? "");
    if (token.kind === "name" && opens && tokens[at + 1]?.text !== ":") names.add(token.text);
  }
  return at;
}

/** Parses `a, { b, c as d } from "…"`. */
function addImports(tokens: readonly PlacedToken[], start: number, names: Set<string>): void {
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === "string" || (token.text === "from" && token.depth === 0))
      return;
    if (token.text === "(" || token.text === ".") return;
    const word = token.kind === "name" && !/^(?:as|type)$/.test(token.text);
    if (word && tokens[at + 1]?.text !== "as") names.add(token.text);
  }
}

function isOperand(before: PlacedToken | undefined): boolean {
  return before !== undefined && /^(?:=|\(|,|return|=>|:|\?|new|!)$/.test(before.text);
}
