// This folder: text to a tree with places: the lexer, the parser of both dialects, and readings that need no tree.

import type { Dialect } from "../dialect.ts";
import type { Call, Expr, Query } from "./ast.ts";
import type { Token } from "./lexer.ts";
import { TokenStream } from "./token-stream.ts";

/** The mutually recursive grammar rules: expressions contain queries, queries contain expressions. */
export interface Grammar {
  expression(s: Parser): Expr;
  value(s: Parser): Expr;
  call(s: Parser): Call;
  query(s: Parser): Query;
}

/** Tokens of a statement with the recursive grammar rules, which are passed in to avoid circular imports. */
export class Parser extends TokenStream {
  /** How many queries have been read. */
  queryCount = 0;
  private readonly grammar: Grammar;

  constructor(sql: string, dialect: Dialect, grammar: Grammar, tokens?: readonly Token[]) {
    super(sql, dialect, tokens);
    this.grammar = grammar;
  }

  expression(): Expr {
    return this.grammar.expression(this);
  }

  /** Expressions with commas between them. */
  expressions(): Expr[] {
    return this.list(() => this.expression());
  }

  /** An expression without comparisons, such as an operand of one. */
  value(): Expr {
    return this.grammar.value(this);
  }

  /** `name(args)` with modifiers. */
  call(): Call {
    return this.grammar.call(this);
  }

  /** A query with WITH, ORDER BY and LIMIT. */
  query(): Query {
    this.queryCount++;
    return this.grammar.query(this);
  }

  /** A query in parentheses. */
  subquery(): Query {
    return this.parens(() => this.query());
  }
}
