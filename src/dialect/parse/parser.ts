import type { Dialect } from "../dialect.ts";
import type { Call, Expr, Query } from "./ast.ts";
import { TokenStream } from "./token-stream.ts";

/** The rules of the grammar that call each other: an expression may hold a query, a query holds expressions. */
export interface Grammar {
  expression(s: Parser): Expr;
  value(s: Parser): Expr;
  call(s: Parser): Call;
  query(s: Parser): Query;
}

/** The tokens of one statement with the grammar's recursive rules, so that no file of the rules imports another in a circle. */
export class Parser extends TokenStream {
  private readonly grammar: Grammar;

  constructor(sql: string, dialect: Dialect, grammar: Grammar) {
    super(sql, dialect);
    this.grammar = grammar;
  }

  expression(): Expr {
    return this.grammar.expression(this);
  }

  /** An expression without comparisons: what is on either side of one. */
  value(): Expr {
    return this.grammar.value(this);
  }

  /** `name(args)` with whatever SQL lets follow. */
  call(): Call {
    return this.grammar.call(this);
  }

  /** A query, with its WITH, ORDER BY and LIMIT. */
  query(): Query {
    return this.grammar.query(this);
  }
}
