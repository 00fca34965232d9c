import { step } from "../budget.ts";
import { SqlError, type SqlErrorKind } from "../sql-error.ts";
import type { Dialect } from "../dialect.ts";
import type { Name } from "./ast.ts";
import { tokenize, type Token } from "./lexer.ts";
import { positionOf } from "./position.ts";
import { CLAUSE_START, endsAlias, isReserved } from "./reserved.ts";

/** Maximum nesting of expressions and queries: all passes are recursive, and only generated statements are deeper. */
const MAX_DEPTH = 250;

const isParameter = ({ upper }: Token): boolean => upper === "?";

/** A statement's tokens with a cursor; grammar rules are functions of it. */
export class TokenStream {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly hive: boolean;
  /** The next token. */
  current: Token;
  private readonly tokens: readonly Token[];
  private parameters: ReadonlyMap<Token, number> | null = null;
  private at = 0;
  private depth = 0;

  constructor(sql: string, dialect: Dialect, tokens: readonly Token[] = tokenize(sql, dialect)) {
    this.sql = sql;
    this.dialect = dialect;
    this.hive = dialect === "hive";
    this.tokens = tokens;
    this.current = tokens[0]!;
  }

  /** A token behind the next one; at the end the last one again. */
  peek(ahead: number): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    step();
    const token = this.current;
    this.reset(this.at + 1);
    return token;
  }

  /** Index of a `?` in the statement. */
  parameterIndex(token: Token): number {
    return this.parameterIndexes().get(token)!;
  }

  get parameterCount(): number {
    return this.sql.includes("?") ? this.parameterIndexes().size : 0;
  }

  private parameterIndexes(): ReadonlyMap<Token, number> {
    return (this.parameters ??= new Map(
      this.tokens.filter(isParameter).map((token, index) => [token, index]),
    ));
  }

  /** Offset of the next token. */
  get pos(): number {
    return this.current.start;
  }

  /** Where the last token that was read ends; 0 if none was. */
  get endOfLast(): number {
    return this.at === 0 ? 0 : this.peek(-1).end;
  }

  /** True if the next tokens are these words or operators. */
  is(word: string, ...more: string[]): boolean {
    if (this.current.upper !== word) return false;
    for (let i = 0; i < more.length; i++) if (this.peek(i + 1).upper !== more[i]) return false;
    return true;
  }

  isAny(...words: string[]): boolean {
    return words.includes(this.current.upper);
  }

  /** Consumes these words if they are next. */
  take(word: string, ...more: string[]): boolean {
    if (this.current.upper !== word || (more.length > 0 && !this.is(word, ...more))) return false;
    for (let i = 0; i <= more.length; i++) this.next();
    return true;
  }

  takeAny(...words: string[]): string | null {
    return this.isAny(...words) ? this.next().upper : null;
  }

  expect(...words: string[]): void {
    for (const word of words) if (!this.take(word)) this.fail(`expected ${word}`);
  }

  string(): string {
    const token = this.current;
    if (token.kind !== "string") this.fail("expected a string");
    return this.next().text;
  }

  integer(): number {
    const token = this.current;
    if (token.kind !== "number" || !/^\d+$/.test(token.text)) this.fail("expected an integer");
    return Number(this.next().text);
  }

  /** True if a name can start here: quoted, or a word that is not reserved. */
  atName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "quoted" || (token.kind === "word" && !isReserved(token.upper, this.dialect));
  }

  /** True if an alias without AS is next. */
  atAlias(): boolean {
    if (!this.atName() || this.current.kind === "quoted") return this.atName();
    const words = [0, 1, 2].map((ahead) => this.peek(ahead).text).join(" ");
    return (
      !endsAlias(this.current.upper, this.dialect) || (this.dialect === "presto" && !CLAUSE_START.test(words))
    );
  }

  name(): Name {
    if (this.current.kind === "word" && !this.atName()) this.fail("expected a name that is no reserved word");
    return this.anyName();
  }

  /** A name where no alias is possible: after a dot, any word is allowed. */
  anyName(): Name {
    const token = this.current;
    if (token.kind !== "quoted" && token.kind !== "word") this.fail("expected a name");
    this.next();
    return { text: token.text, quoted: token.kind === "quoted", pos: token.start };
  }

  qualifiedName(): Name[] {
    const parts = [this.name()];
    while (this.take(".")) parts.push(this.anyName());
    return parts;
  }

  /** What a rule reads in parentheses. */
  parens<T>(rule: () => T): T {
    this.expect("(");
    const result = rule();
    this.expect(")");
    return result;
  }

  nameList(): Name[] {
    return this.parens(() => this.list(() => this.name()));
  }

  /** Comma-separated items. */
  list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.take(",")) items.push(item());
    return items;
  }

  /** Consumes semicolons up to the end. @throws SqlError when other tokens remain. */
  expectEnd(): void {
    while (this.take(";"));
    if (this.current.kind !== "end") this.fail("expected the end of the statement");
  }

  /** Runs a rule one nesting level deeper. @throws SqlError at the limit. */
  nested<T>(rule: (s: this) => T): T {
    if (++this.depth > MAX_DEPTH)
      throw this.error("EXCEEDED_LIMIT", `the statement nests deeper than ${MAX_DEPTH} levels`);
    try {
      return rule(this);
    } finally {
      this.depth--;
    }
  }

  mark(): number {
    return this.at;
  }

  reset(mark: number): void {
    this.at = mark;
    this.current = this.peek(0);
  }

  fail(what: string, at: Token = this.current): never {
    const actual =
      at.kind === "end"
        ? "the end of the statement"
        : `'${this.sql.slice(at.start, Math.min(at.end, at.start + 40))}'`;
    throw this.error("SYNTAX_ERROR", `${what}, found ${actual}`, at.start);
  }

  protected error(kind: SqlErrorKind, message: string, pos = this.pos): SqlError {
    return new SqlError(kind, message, positionOf(this.sql, pos));
  }

  /** Fails for what is missing where the rule could go on without it. */
  complain(what: string): void {
    this.fail(what);
  }

  /** What a rule reads. @param _missing - What it gives where it fails, if the parser recovers. */
  attempt<T>(rule: () => T, _missing: () => T): T {
    return rule();
  }

  /** Refuses what follows the first words of a statement: another word is unsupported, anything else no statement. */
  refuse(words: string, expected: string, pos: number): never {
    const next = this.current;
    if (next.kind !== "word") this.fail(`expected ${expected} after ${words}`);
    this.unsupported(`${words} ${next.upper.slice(0, 40)}`, pos);
  }

  unsupported(what: string, pos = this.pos): never {
    throw this.error("NOT_SUPPORTED", `unsupported in the local service: ${what}`, pos);
  }
}
