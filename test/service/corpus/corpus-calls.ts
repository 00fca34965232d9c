import { join } from "node:path";
import type { Dialect } from "../../../src/dialect/dialect.ts";
import { describe as describeStatement } from "../../../src/dialect/describe.ts";
import { findForms, functionNames } from "../../../src/dialect/functions/find-function.ts";
import { type Token, tokenize } from "../../../src/dialect/parse/lexer.ts";
import { readCorpus } from "./read-corpus.ts";

/** Calls tried for each function and number of arguments. */
const CALLS = 2;

/** Whose arguments are not all evaluated, or whose value is another one each time. */
const LEFT_OUT = new Set(["coalesce", "if", "typeof", "random", "rand", "shuffle", "try"]);

/** Operators and casts; arguments stand in braces. */
const OPERATORS = `
{bigint '7'} / {bigint '2'}; {7} % {4}; {7} + {4}; {7} - {4}; {7} * {4}; - {7}; {1.5} / {3}; {1.50} % {0.4}; {1.5} * {2.25}; {1.5} + {2}
{12345678901234567890.5} / {3.7}; {1.5e0} / {2e0}; {real '1.5'} * {2e0}; {1.5e0} % {2}; {'a'} || {'b'}; {array[1]} || {array[2]}; {array[1]} || {2}
{7} = {7}; {1.5e0} < {2e0}; {7} between {1} and {9}; {7} in ({7}, {8}); {7} is distinct from {8}; {array[1, 2]} = {array[1, 2]}; {row(1, 'a')} = {row(1, 'a')}
{'abc'} like {'a%'}; {'abc'} like {'a#%'} escape {'#'}; case {7} when {7} then 'a' else 'b' end; case when {true} then 'a' else 'b' end
case when {7} > 5 and {7} < 9 then {7} + {7} end; {true} and {true}; {false} or {7} > {8}; not {true}; ({7} is null) = {false}; {array[3, 4]}[{2}]; {map(array['a'], array[1])}[{'a'}]
cast({'1.5'} as decimal(10,2)) / {3}; cast({'1.5'} as decimal(10,2)) * cast({'2'} as decimal(10,2)); cast({'1'} as integer) + cast({'1'} as integer)
cast({'12'} as bigint); cast({'1.5'} as double); cast({'1.5'} as real); cast({'true'} as boolean); cast({'2024-01-15'} as date); cast({'2024-01-15 01:02:03'} as timestamp)
cast({'2024-01-15 01:02:03 Asia/Tokyo'} as timestamp with time zone); cast({'01:02:03'} as time); cast({300} as smallint); cast({1.5e0} as integer); cast({1.5e0} as decimal(10,2))
cast({1.5} as varchar); cast({1.5e0} as varchar); cast({timestamp '2024-01-15 01:02:03'} as varchar); cast({'abc'} as varchar(2)); cast({'abc'} as char(5)); cast({1.5} as json)
cast({array[1, 2]} as array(varchar)); cast({row(1, 'a')} as row(x varchar, y varchar)); cast({map(array['a'], array[1])} as map(varchar, varchar)); cast({json '[1,2]'} as array(bigint))
cast({json '{"a":1}'} as map(varchar, bigint)); cast({array[1, 2]} as json); {date '2024-01-15'} + {interval '1' day}; {date '2024-01-31'} + {interval '1' month}
{timestamp '2024-01-15 01:02:03'} - {interval '1' hour}; {timestamp '2024-01-15 01:02:03'} - {timestamp '2024-01-14 00:00:00'}; {date '2024-01-15'} - {date '2024-01-01'}
{timestamp '2024-01-15 01:02:03'} at time zone {'Asia/Tokyo'}; {timestamp '2024-01-15 01:02:03'} < {date '2024-01-16'}; extract(hour from {timestamp '2024-01-15 01:02:03'})
nullif({7}, {8}); greatest({7}, {8}); coalesce({cast(null as integer)}, 3) + coalesce({7}, 4); try_cast({'x'} as integer); transform({array[1, 2]}, x -> x / {1}); {interval '1' day} * {2}`;

const tables = { columns: () => null, tables: () => [] };

/** Whether the expression needs no table, and has the same value each time. */
function isClosed(expression: string, dialect: Dialect): boolean {
  if (/\b(rand|random|shuffle)\(/i.test(expression)) return false;
  try {
    describeStatement(`select ${expression}`, dialect, { database: "d", tables });
    return true;
  } catch {
    return false;
  }
}

/** Calls of scalar functions and special forms that the corpus has, with their arguments in braces. */
function callsOfCorpus(asked: Dialect): string[] {
  const names = functionNames(asked).filter(
    (name) => !LEFT_OUT.has(name) && (findForms(name, asked)?.every(({ kind }) => kind === "scalar") ?? true),
  );
  const known = new Set(names);
  const found = new Map<string, string[]>();
  for (const { dialect, sql, error } of readCorpus(join(process.cwd(), "test/service/corpus"))) {
    if (dialect !== asked || error !== null) continue;
    const tokens = tokenize(sql, asked);
    for (const [i, { text }] of tokens.entries()) {
      if (!known.has(text.toLowerCase()) || tokens[i + 1]?.upper !== "(") continue;
      const args = argumentsAt(sql, tokens.slice(i + 1));
      const key = `${text.toLowerCase()}/${args.length}`;
      const call = `${text}(${args.map((arg) => `{${arg}}`).join(", ")})`;
      const own = found.get(key) ?? [];
      if (
        own.length < CALLS &&
        !own.includes(call) &&
        args[0] !== "" &&
        isClosed(`${text}(${args.join(", ")})`, asked)
      )
        found.set(key, [...own, call]);
    }
  }
  return [...found.values()].flat();
}

/** The texts between the commas of the parentheses that the tokens begin with. */
function argumentsAt(sql: string, tokens: readonly Token[]): string[] {
  const args: string[] = [];
  let depth = 0;
  let start = tokens[0]!.end;
  for (const token of tokens) {
    if (["(", "[", "{"].includes(token.upper)) depth++;
    if ([")", "]", "}"].includes(token.upper)) depth--;
    if (depth > 1 || (depth === 1 && token.upper !== ",")) continue;
    args.push(sql.slice(start, token.start).trim());
    start = token.end;
    if (depth === 0) break;
  }
  return args;
}

/** Calls of every function, and of Presto operators and casts, with each argument in braces. */
export function expressionsOfCorpus(dialect: Dialect): string[] {
  if (dialect === "hive") return callsOfCorpus(dialect);
  const operators = OPERATORS.split(/[;\n]/).map((one) => one.trim());
  return [...operators.filter(Boolean), ...callsOfCorpus(dialect)];
}

/** The expression once for each argument, which then is as given; null where it can't be another one. */
export function variants(expression: string, write: (arg: string) => string): (string | null)[] {
  const pieces = expression.split(/\{((?:[^{}]|\{[^{}]*\})*)\}/);
  return pieces.flatMap((arg, place) => {
    if (place % 2 === 0) return [];
    if (arg === "null" || arg.includes("->")) return [null];
    return [pieces.map((piece, i) => (i === place ? write(arg) : piece)).join("")];
  });
}
