/** Texts of a statement or an expression, brackets and operators among them. */
export type Tokens = readonly string[];

/** Begins a word or a quoted name. */
export const WORD = /^[\p{L}_"]/u;

export const unquoted = (token: string): string =>
  /^["`]/.test(token) ? token.slice(1, -1).replaceAll(token[0]!.repeat(2), token[0]!) : token;

/** Longer calls are not told apart: what EXPLAIN costs grows with the statement only. */
const MAX_CALL_TOKENS = 200;

/** The calls `f ( … )` in a list of tokens. */
export class Calls {
  readonly #tokens: Tokens;
  /** Index of the bracket that closes an open one. */
  readonly #closing = new Map<number, number>();

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    const open: number[] = [];
    for (const [i, token] of tokens.entries()) {
      if (token === "(") open.push(i);
      else if (token === ")" && open.length > 0) this.#closing.set(open.pop()!, i);
    }
  }

  /** Where the bracket that opens at an index closes, or the list ends. */
  closing(index: number): number {
    return this.#closing.get(index) ?? this.#tokens.length;
  }

  /** The call that begins at an index; empty if none does, or a long one. */
  at(index: number | undefined): Tokens {
    if (index === undefined || this.#tokens[index + 1] !== "(" || !WORD.test(this.#tokens[index]!)) return [];
    const end = this.#closing.get(index + 1);
    return end === undefined || end - index > MAX_CALL_TOKENS ? [] : this.#tokens.slice(index, end + 1);
  }
}
