import type { Dialect } from "../dialect.ts";
import { SqlError } from "../sql-error.ts";
import type { Expr, Name, Query } from "./ast.ts";
import type { Token } from "./lexer.ts";
import { Parser, type Grammar } from "./parser.ts";
import { SET_OPERATIONS } from "./reserved.ts";

/** Words that end what precedes them on their level of brackets. */
const ENDS = new Set([
  ..."SELECT FROM WHERE HAVING LIMIT OFFSET FETCH WINDOW QUALIFY INSERT SET LATERAL JOIN NATURAL ON USING".split(" "),
  ...SET_OPERATIONS,
]); // prettier-ignore

const SIDE = /^(?:JOIN|OUTER|SEMI|ANTI)$/;

/** Words that do so only before others: `WITHIN GROUP` and `left(x, 2)` go on. */
const ENDS_BEFORE: Readonly<Record<string, RegExp>> = {
  GROUP: /^BY$/, ORDER: /^BY$/, CLUSTER: /^BY$/, DISTRIBUTE: /^BY$/, SORT: /^BY$/,
  CROSS: SIDE, INNER: SIDE, LEFT: SIDE, RIGHT: SIDE, FULL: SIDE,
}; // prettier-ignore

/** Clauses that the parser looks for where the one before may have words too many; the value: whether a comma is one of them. */
const CLAUSES: ReadonlyMap<string, boolean> = new Map([
  ["FROM", false], ["NATURAL", false], ["WHERE", true], ["GROUP", true], ["HAVING", true], ["WINDOW", true],
]); // prettier-ignore

/** Each error of the grammar: a place and a stack for each would take longer than the parser. */
const ERROR = new SqlError("SYNTAX_ERROR", "the statement is unfinished");

/** A query and the places of its tokens. */
export interface QuerySpan {
  readonly query: Query;
  readonly from: number;
  readonly to: number;
}

/**
 * A parser of unfinished statements: what is missing is taken as written, with an empty name for a value, and what fits nowhere is left
 * out. One of the tokens stands at the editor's cursor.
 */
export class RecoveringParser extends Parser {
  /** The name at the cursor; null if the grammar reads none there. */
  cursorName: Name | null = null;
  readonly queries: QuerySpan[] = [];
  private readonly cursor: Token;
  private readonly closing: ReadonlyMap<Token, number>;

  constructor(sql: string, dialect: Dialect, grammar: Grammar, tokens: readonly Token[], cursor: Token) {
    super(sql, dialect, grammar, tokens);
    this.cursor = cursor;
    this.closing = closingBrackets(tokens);
  }

  override take(word: string, ...more: string[]): boolean {
    const comma = CLAUSES.get(word);
    if (comma !== undefined) this.skip(({ upper }) => !this.ends() && (comma || upper !== ","));
    return super.take(word, ...more);
  }

  override expect(...words: string[]): void {
    for (const word of words) {
      if (this.take(word)) continue;
      // At the cursor the word may be half typed.
      if (this.skipTo(word) || (/^[A-Z]/.test(word) && this.current === this.cursor)) this.next();
    }
  }

  override complain(): void {
    // What is missing is still to be written.
  }

  protected override error(): SqlError {
    return ERROR;
  }

  override attempt<T>(rule: () => T, missing: () => T): T {
    try {
      return rule();
    } catch (error) {
      if (error instanceof SqlError) return missing();
      throw error;
    }
  }

  override string(): string {
    return this.current.kind === "string" ? super.string() : "";
  }

  override integer(): number {
    return this.current.kind === "number" ? Number.parseInt(this.next().text) : 0;
  }

  override name(): Name {
    return this.atName() ? this.anyName() : this.missing();
  }

  override anyName(): Name {
    const token = this.current;
    if (token.kind !== "quoted" && token.kind !== "word") return this.missing();
    const name = super.anyName();
    if (token === this.cursor) this.cursorName = name;
    return name;
  }

  override list<T>(item: () => T): T[] {
    const items = [item()];
    for (;;) {
      this.skipTo(",");
      if (!this.take(",")) return items;
      items.push(item());
    }
  }

  override expression(): Expr {
    return this.orEmpty(() => super.expression());
  }

  override value(): Expr {
    return this.orEmpty(() => super.value());
  }

  override query(): Query {
    const from = this.mark();
    const query = super.query();
    this.queries.push({ query, from, to: this.mark() });
    return query;
  }

  /** An expression; a name in place of one that can't be read: the cursor's, if it was in it. */
  private orEmpty(rule: () => Expr): Expr {
    const { cursorName } = this;
    return this.attempt(rule, () => {
      const name = this.cursorName === cursorName ? null : this.cursorName;
      return { kind: "name", pos: this.pos, parts: [name ?? this.missing()] };
    });
  }

  private missing(): Name {
    return { text: "", quoted: true, pos: this.pos };
  }

  /** Whether the next token ends what precedes it. */
  private ends(): boolean {
    const { kind, upper } = this.current;
    if (kind === "end" || upper === ")" || upper === "]" || ENDS.has(upper)) return true;
    return kind === "word" && (ENDS_BEFORE[upper]?.test(this.peek(1).upper) ?? false);
  }

  /** Goes on to the next of these words or marks on the same level, if there is one before its end. */
  private skipTo(word: string): boolean {
    if (this.is(word)) return true;
    if (this.ends()) return false;
    const start = this.mark();
    this.skip(({ upper }) => upper !== word && !this.ends() && (word === ")" || upper !== ","));
    if (this.is(word)) return true;
    this.reset(start);
    return false;
  }

  /** Leaves out tokens, and brackets with what is in them. */
  private skip(isLeftOut: (token: Token) => boolean): void {
    for (let token = this.current; token.kind !== "end" && isLeftOut(token); token = this.current) {
      const close = this.closing.get(token);
      if (close !== undefined) this.reset(close);
      this.next();
    }
  }
}

/** The place of the bracket that closes each one that is closed. */
function closingBrackets(tokens: readonly Token[]): Map<Token, number> {
  const closing = new Map<Token, number>();
  const open: Token[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token.upper === "(" || token.upper === "[") open.push(token);
    const last = token.upper === ")" || token.upper === "]" ? open.pop() : undefined;
    if (last !== undefined) closing.set(last, place);
  }
  return closing;
}
