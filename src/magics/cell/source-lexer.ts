/** One significant token of TypeScript source; blanks and comments are skipped. Offsets are UTF-16 units. */
export interface SourceToken {
  readonly kind: "name" | "number" | "string" | "template" | "regex" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Brackets that are open where the lexer stands, outermost first; `${` opens a template's expression. */
export type Bracket = "(" | "[" | "{" | "${";

/** Reads TypeScript piece by piece, so that a reader may take over a line that is not TypeScript. */
export interface SourceLexer {
  /** The next token, or null at the end of the text. */
  next(): SourceToken | null;
  /** Goes on reading at `offset`, as though a finished statement stood before it. */
  resumeAt(offset: number): void;
  readonly brackets: readonly Bracket[];
}

const BLANKS_AND_COMMENTS = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$))+/y;
const NAME = /[\p{ID_Start}$_#\\](?:[\p{ID_Continue}$\\]|\u200c|\u200d)*/uy;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?)n?/y;
const STRING = /'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[A-Za-z]*/y;
const MARK =
  /\.\.\.|[=!]==?|=>|>>>=|>>>|>>=|<<=|\*\*=|&&=|\|\|=|\?\?=|[-+*/%&|^<>]=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\*\*|<<|>>|[^]/uy;

/** After these words an expression begins, so that `/` opens a regular expression. */
const EXPRESSION_WORDS = new Set(
  "return typeof instanceof in of new delete void throw case do else await yield default extends".split(" "),
);
/** The parentheses after these words are not an operand. */
const CONDITION_WORDS = new Set(["if", "while", "for", "with"]);

export function createSourceLexer(text: string): SourceLexer {
  const brackets: Bracket[] = [];
  /** For every open bracket: does an expression (not an operator) follow once it is closed? */
  const expressionAfter: boolean[] = [];
  let offset = 0;
  let previous: SourceToken | null = null;
  let expressionNext = true;

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0] ?? null;
  }

  function token(kind: SourceToken["kind"], piece: string): SourceToken {
    const made = { kind, text: piece, start: offset, end: offset + piece.length };
    offset = made.end;
    previous = made;
    return made;
  }

  /** Reads a template's text up to its end or to the next `${`. */
  function templateText(): SourceToken {
    let end = offset + 1;
    for (; end < text.length; end += 1) {
      const character = text[end];
      if (character === "\\") {
        end += 1;
      } else if (character === "`") {
        expressionNext = false;
        return token("template", text.slice(offset, end + 1));
      } else if (character === "$" && text[end + 1] === "{") {
        open("${", false);
        return token("template", text.slice(offset, end + 2));
      }
    }
    expressionNext = false;
    return token("template", text.slice(offset));
  }

  function open(bracket: Bracket, expressionOnceClosed: boolean): void {
    brackets.push(bracket);
    expressionAfter.push(expressionOnceClosed);
    expressionNext = true;
  }

  /** `{` opens a block, not an object, where no operand is expected or a body is due. */
  function opensBlock(): boolean {
    if (previous === null) return true;
    if (previous.kind === "name")
      return !EXPRESSION_WORDS.has(previous.text) || /^(?:do|else)$/.test(previous.text);
    return previous.kind === "mark" && [")", ";", "{", "}", "=>", ">"].includes(previous.text);
  }

  function mark(piece: string): SourceToken {
    if (piece === "(") {
      open("(", previous?.kind === "name" && CONDITION_WORDS.has(previous.text));
    } else if (piece === "[") {
      open("[", false);
    } else if (piece === "{") {
      open("{", opensBlock());
    } else if (piece === ")" || piece === "]" || piece === "}") {
      brackets.pop();
      expressionNext = expressionAfter.pop() ?? false;
    } else {
      expressionNext = piece !== "++" && piece !== "--";
    }
    return token("mark", piece);
  }

  return {
    brackets,
    resumeAt(at) {
      offset = at;
      previous = { kind: "mark", text: ";", start: at, end: at };
      expressionNext = true;
    },
    next() {
      offset += match(BLANKS_AND_COMMENTS)?.length ?? 0;
      const character = text[offset];
      if (character === undefined) return null;
      if (character === "`") return templateText();
      if (character === "}" && brackets.at(-1) === "${") {
        brackets.pop();
        expressionAfter.pop();
        return templateText();
      }
      const name = match(NAME);
      if (name !== null) {
        const member = previous?.text === "." || previous?.text === "?.";
        expressionNext = !member && EXPRESSION_WORDS.has(name);
        return token("name", name);
      }
      const literal = match(STRING) ?? match(NUMBER);
      if (literal !== null) {
        expressionNext = false;
        return token(/^['"]/.test(literal) ? "string" : "number", literal);
      }
      const regex = expressionNext && character === "/" ? match(REGEX) : null;
      if (regex !== null) {
        expressionNext = false;
        return token("regex", regex);
      }
      return mark(match(MARK) ?? character);
    },
  };
}
