import type { Dialect } from "../dialect.ts";
import { parseCall } from "./expressions/calls.ts";
import { parseExpr, parseValue } from "./expressions/expressions.ts";
import { Parser, type Grammar } from "./parser.ts";
import { parseQuery } from "./queries/query.ts";

export const GRAMMAR: Grammar = {
  expression: parseExpr,
  value: parseValue,
  call: parseCall,
  query: parseQuery,
};

export const startParser = (sql: string, dialect: Dialect): Parser => new Parser(sql, dialect, GRAMMAR);
