import { SqlError } from "../sql-error.ts";
import type { Dialect } from "../dialect.ts";
import type { Name } from "./ast.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./lexer.ts";
import { positionOf } from "./position.ts";
import { isReserved } from "./reserved.ts";

/** How deep expressions and queries may nest: past it a statement is machine-made, and every pass here recurses. */
const MAX_DEPTH = 250;

/** The tokens of one statement with a cursor; the grammar's rules are functions over it. */
export class TokenStream {
  readonly sql: string;
  readonly dialect: Dialect;
  private readonly tokens: readonly Token[];
  private parameters: ReadonlyMap<Token, number> | null = null;
  private at = 0;
  private depth = 0;

  constructor(sql: string, dialect: Dialect) {
    this.sql = sql;
    this.dialect = dialect;
    this.tokens = tokenize(sql, dialect);
  }

  get hive(): boolean {
    return this.dialect === "hive";
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    if (this.at < this.tokens.length - 1) this.at++;
    return token;
  }

  /** Place of a `?` among those of the statement. */
  parameterIndex(token: Token): number {
    return this.parameterIndexes().get(token)!;
  }

  get parameterCount(): number {
    return this.parameterIndexes().size;
  }

  private parameterIndexes(): ReadonlyMap<Token, number> {
    return (this.parameters ??= new Map(
      this.tokens.filter(({ upper }) => upper === "?").map((token, index) => [token, index]),
    ));
  }

  /** Offset of the next token. */
  get pos(): number {
    return this.peek().start;
  }

  /** True when the next tokens are these words or operators. */
  is(...words: string[]): boolean {
    return words.every((word, i) => this.peek(i).upper === word);
  }

  isAny(...words: string[]): boolean {
    return words.includes(this.peek().upper) && this.peek().upper !== "";
  }

  /** Takes these words when they come next. */
  take(...words: string[]): boolean {
    if (!this.is(...words)) return false;
    for (let i = 0; i < words.length; i++) this.next();
    return true;
  }

  takeAny(...words: string[]): string | null {
    return this.isAny(...words) ? this.next().upper : null;
  }

  expect(...words: string[]): void {
    for (const word of words) if (!this.take(word)) this.fail(`expected ${word}`);
  }

  string(): string {
    const token = this.peek();
    if (token.kind !== "string") this.fail("expected a string");
    return this.next().text;
  }

  integer(): number {
    const token = this.peek();
    if (token.kind !== "number" || !/^\d+$/.test(token.text)) this.fail("expected an integer");
    return Number(this.next().text);
  }

  /** True when a name can start here: quoted, or a word that the dialect does not reserve. */
  atName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "quoted" || (token.kind === "word" && !isReserved(token.upper, this.dialect));
  }

  name(): Name {
    const token = this.peek();
    if (!this.atName()) this.fail("expected a name");
    this.next();
    return { text: token.text, quoted: token.kind === "quoted", pos: token.start };
  }

  /** A name where no alias could be meant: after a dot, any word will do. */
  anyName(): Name {
    const token = this.peek();
    if (token.kind !== "quoted" && token.kind !== "word") this.fail("expected a name");
    this.next();
    return { text: token.text, quoted: token.kind === "quoted", pos: token.start };
  }

  qualifiedName(): Name[] {
    const parts = [this.name()];
    while (this.take(".")) parts.push(this.anyName());
    return parts;
  }

  nameList(): Name[] {
    this.expect("(");
    return this.list(() => this.name(), ")");
  }

  /** Comma-separated items; takes the closing token when one is given. */
  list<T>(item: () => T, close?: string): T[] {
    const items = [item()];
    while (this.take(",")) items.push(item());
    if (close !== undefined) this.expect(close);
    return items;
  }

  /** Takes semicolons up to the end. @throws SqlError when anything else is left. */
  expectEnd(): void {
    while (this.take(";"));
    if (this.peek().kind !== "end") this.fail("expected the end of the statement");
  }

  /** Runs a rule one level deeper. @throws SqlError past the limit. */
  nested<T>(rule: () => T): T {
    if (++this.depth > MAX_DEPTH)
      throw new SqlError(
        "EXCEEDED_LIMIT",
        `the statement nests deeper than ${MAX_DEPTH} levels`,
        positionOf(this.sql, this.pos),
      );
    try {
      return rule();
    } finally {
      this.depth--;
    }
  }

  mark(): number {
    return this.at;
  }

  reset(mark: number): void {
    this.at = mark;
  }

  fail(what: string, at: Token = this.peek()): never {
    const found =
      at.kind === "end"
        ? "the end of the statement"
        : `'${this.sql.slice(at.start, Math.min(at.end, at.start + 40))}'`;
    throw new SqlError("SYNTAX_ERROR", `${what}, found ${found}`, positionOf(this.sql, at.start));
  }

  unsupported(what: string, pos = this.pos): never {
    throw new SqlError(
      "NOT_SUPPORTED",
      `unsupported in the local service: ${what}`,
      positionOf(this.sql, pos),
    );
  }
}
