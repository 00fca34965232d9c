import { readBest, readKnownTexts, type KnownTexts } from "./known-texts.ts";

/** A token of TypeScript source, without blanks and comments. Offsets are UTF-16 units. */
export interface SourceToken {
  readonly kind: "name" | "number" | "string" | "template" | "regex" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Brackets open at the lexer's position, outermost first; `${` opens a template's expression. */
export type Bracket = "(" | "[" | "{" | "${";

/** Reads TypeScript token by token, so that the caller can take over lines that are not TypeScript. */
export interface SourceLexer {
  /** The next token, or null at the end of the text. */
  next(): SourceToken | null;
  /** Continues at `offset`, as after a complete statement. */
  resumeAt(offset: number, known?: KnownTexts): void;
  readonly brackets: readonly Bracket[];
  /** First offset where it guessed whether `/` divides, or whether `<` opens JSX; tokens from there on may be wrong. */
  readonly unsureAt: number;
}

const BLANKS_AND_COMMENTS = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$))+/y;
const NAME = /[\p{ID_Start}$_#\\](?:[\p{ID_Continue}$\\]|\u200c|\u200d)*/uy;
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?)n?/y;
const STRING = /'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'?|"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"?/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[A-Za-z]*/y;
const MARK =
  /\.\.\.|[=!]==?|=>|>>>=|>>>|>>=|<<=|\*\*=|&&=|\|\|=|\?\?=|[-+*/%&|^<>]=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|\*\*|<<|>>|[^]/uy;

/** Words followed by an expression, so that `/` begins a regular expression. */
const EXPRESSION_WORDS = new Set(
  "return typeof instanceof in of new delete void throw case do else await yield default extends".split(" "),
);

/** Of these, words that can also be names. */
const PERHAPS_NAMES = /^(?:of|await|yield|default|extends)$/;
/** Words followed by parentheses that are not an operand. */
const CONDITION_WORDS = new Set(["if", "while", "for", "with"]);

/** @param known - Text found by a parser. Without it ambiguous code is guessed: see {@link SourceLexer.unsureAt}. */
export function createSourceLexer(text: string, known?: KnownTexts): SourceLexer {
  const brackets: Bracket[] = [];
  /** Per open bracket: whether an expression (not an operator) follows its closing bracket. */
  const expressionAfter: boolean[] = [];
  let offset = /^#!.*/.exec(text)?.[0].length ?? 0;
  let previous: SourceToken | null = null;
  let beforePrevious: SourceToken | null = null;
  let expressionNext = true;
  let unsureAt = Infinity;

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0] ?? null;
  }

  function token(kind: SourceToken["kind"], piece: string): SourceToken {
    const made = { kind, text: piece, start: offset, end: offset + piece.length };
    offset = made.end;
    beforePrevious = previous;
    previous = made;
    return made;
  }

  /** Reads template text up to its end or the next `${`. */
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

  /** Whether `{` opens a block, not an object: where no operand is expected. */
  function opensBlock(): boolean {
    if (previous === null) return true;
    if (previous.kind === "name")
      return !EXPRESSION_WORDS.has(previous.text) || /^(?:do|else)$/.test(previous.text);
    return previous.kind === "mark" && [")", ";", "{", "}", "=>", ">"].includes(previous.text);
  }

  /** Whether an operand as well as an operator may follow, as far as can be known without a parser. */
  function isUnsure(): boolean {
    if (previous === null || isMember()) return false;
    if (previous.kind === "name") return PERHAPS_NAMES.test(previous.text);
    if (previous.kind !== "mark") return false;
    // `n! / 2` or `!/re/`.
    if (previous.text === "!")
      return (
        beforePrevious !== null && (beforePrevious.kind !== "mark" || /^[)\]}]$/.test(beforePrevious.text))
      );
    return previous.text === "}" || previous.text === ">";
  }

  const isMember = (): boolean => /^\??\.$/.test(beforePrevious?.text ?? "");

  function mark(piece: string): SourceToken {
    if (piece === "(") {
      const word = previous?.text === "await" && beforePrevious?.text === "for" ? "for" : previous?.text;
      open("(", previous?.kind === "name" && !isMember() && CONDITION_WORDS.has(word ?? ""));
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
    get unsureAt() {
      return unsureAt;
    },
    resumeAt(at, from) {
      offset = at;
      known = from ?? known;
      previous = { kind: "mark", text: ";", start: at, end: at };
      expressionNext = true;
    },
    next() {
      // JSX text begins right after a token: blanks and comment-like text belong to it.
      const atOnce = known?.get(offset);
      if (!atOnce) offset += match(BLANKS_AND_COMMENTS)?.length ?? 0;
      const given = atOnce ?? known?.get(offset);
      if (given) {
        expressionNext = false;
        return token(given.kind, text.slice(offset, given.end));
      }
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
      if (
        !known &&
        unsureAt > offset &&
        (character === "/" || (character === "<" && /[\w$>]/.test(text[offset + 1] ?? "")))
      )
        if (isUnsure() || (character === "<" && expressionNext)) unsureAt = offset;
      const regex = !known && expressionNext && character === "/" ? match(REGEX) : null;
      if (regex !== null) {
        expressionNext = false;
        return token("regex", regex);
      }
      return mark(match(MARK) ?? character);
    },
  };
}

/** A lexer that does not guess: uses a parser if necessary. */
export function exactLexer(text: string): SourceLexer {
  const lexer = createSourceLexer(text);
  while (lexer.next() !== null)
    if (lexer.unsureAt < Infinity)
      return createSourceLexer(text, readBest((kind) => readKnownTexts(text, kind)).texts);
  return createSourceLexer(text);
}
