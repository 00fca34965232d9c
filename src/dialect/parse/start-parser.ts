import type { Dialect } from "../dialect.ts";
import { parseCall } from "./expressions/calls.ts";
import { parseExpr, parseValue } from "./expressions/expressions.ts";
import { Parser } from "./parser.ts";
import { parseQuery } from "./queries/query.ts";

const GRAMMAR = { expression: parseExpr, value: parseValue, call: parseCall, query: parseQuery };

export const startParser = (sql: string, dialect: Dialect): Parser => new Parser(sql, dialect, GRAMMAR);
