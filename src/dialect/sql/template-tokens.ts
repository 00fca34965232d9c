const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|[~@]?[A-Za-z_]\w*|\$(?:\d+|\*|R)|\d[\d.]*(?:[eE][+-]?\d+)?|\s+|::|:=|->>|->|\|\||<<|>>|<>|<=|>=|!=|\/\/|\*\*|[\s\S]/g;
const WORD = /^[~@]?[A-Za-z_]\w*$/;
const BLANK = /^\s/;

export const isWord = (token: string): boolean => WORD.test(token);
export const isHole = (token: string): boolean => token.startsWith("$") && token.length > 1;

/** An operator with its words, and how tightly it binds; words that stand after NOT may do so. */
export interface TemplateOperator {
  readonly text: string;
  readonly level: number;
  /** How many tokens it has. */
  readonly length: number;
}

export const LEVELS = { or: 1, and: 2, not: 3, is: 4, compare: 5, within: 6, other: 7, sum: 8, product: 9, power: 10, zone: 11, minus: 12 } as const; // prettier-ignore

const OPERATORS: Readonly<Record<string, number>> = {
  OR: LEVELS.or, AND: LEVELS.and,
  "IS NOT DISTINCT FROM": LEVELS.is, "IS DISTINCT FROM": LEVELS.is, "IS NOT NULL": LEVELS.is, "IS NULL": LEVELS.is, "IS NOT": LEVELS.is, IS: LEVELS.is,
  "=": LEVELS.compare, "<>": LEVELS.compare, "!=": LEVELS.compare, "<": LEVELS.compare, ">": LEVELS.compare, "<=": LEVELS.compare, ">=": LEVELS.compare,
  "NOT BETWEEN": LEVELS.within, BETWEEN: LEVELS.within, "NOT IN": LEVELS.within, IN: LEVELS.within, "NOT LIKE": LEVELS.within, LIKE: LEVELS.within, ILIKE: LEVELS.within,
  "||": LEVELS.other, "->": LEVELS.other, "->>": LEVELS.other, "<<": LEVELS.other, ">>": LEVELS.other, "&": LEVELS.other, "|": LEVELS.other,
  "+": LEVELS.sum, "-": LEVELS.sum, "*": LEVELS.product, "/": LEVELS.product, "//": LEVELS.product, "%": LEVELS.product, "^": LEVELS.power, "**": LEVELS.power,
  "AT TIME ZONE": LEVELS.zone,
}; // prettier-ignore
/** What operators begin with: each of them, and each word before another of one. */
const BEGINNINGS = new Set(
  Object.keys(OPERATORS).flatMap((text) => {
    const words = text.split(" ");
    return words.map((_, i) => words.slice(0, i + 1).join(" "));
  }),
);

/** The tokens of a template, and a place among them. */
export class TemplateTokens {
  readonly #tokens: readonly string[];
  #at = 0;

  /** @param texts - The SQL between the holes `$0`, `$1`, … */
  constructor(texts: readonly string[]) {
    this.#tokens = texts.flatMap((text, i) => [...(i === 0 ? [] : [`$${i - 1}`]), ...(text.match(TOKEN) ?? [])]); // prettier-ignore
  }

  /** The next token; none at the end. */
  get next(): string {
    return this.#tokens[this.#at] ?? "";
  }

  get isEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** The token that is this far after the next. */
  peek(ahead: number): string {
    return this.#tokens[this.#at + ahead] ?? "";
  }

  read(): string {
    return this.#tokens[this.#at++] ?? this.fail("an unclosed bracket");
  }

  take(token: string): boolean {
    const isNext = this.next === token;
    if (isNext) this.#at++;
    return isNext;
  }

  /** Takes a token after blanks. */
  takeAfterBlanks(token: string): boolean {
    const ahead = this.#blanks(0);
    if (this.peek(ahead) !== token) return false;
    this.#at += ahead + 1;
    return true;
  }

  expect(token: string): void {
    if (!this.takeAfterBlanks(token)) this.fail(`expected ${token} before '${this.next}'`);
  }

  skipBlanks(): void {
    this.#at += this.#blanks(0);
  }

  /** The operator that follows, if one does. */
  operator(): TemplateOperator | null {
    let operator: TemplateOperator | null = null;
    let ahead = this.#blanks(0);
    for (let text = this.peek(ahead); BEGINNINGS.has(text); text += ` ${this.peek(ahead)}`) {
      const level = OPERATORS[text];
      if (level !== undefined) operator = { text, level, length: ahead + 1 };
      ahead += 1 + this.#blanks(ahead + 1);
    }
    return operator;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** The names up to a colon, which is skipped: a lambda's parameters. */
  namesToColon(): string[] {
    const end = this.#tokens.indexOf(":", this.#at);
    const names = this.#tokens.slice(this.#at, end).filter(isWord);
    this.#at = end + 1;
    return names;
  }

  fail(what: string): never {
    throw new Error(`${what} in: ${this.#tokens.join("")}`);
  }

  #blanks(from: number): number {
    return BLANK.test(this.peek(from)) ? 1 : 0;
  }
}
