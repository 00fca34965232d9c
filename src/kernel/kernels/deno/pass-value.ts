import { createSourceLexer, type SourceToken } from "../../../magics/cell/source/source-lexer.ts";
import { CALLS_EXPRESSION } from "./hidden-cell.ts";

/** Words that don't begin an expression, or not one of a number. */
const WORDS = new Set(
  (
    "abstract as asserts async break case catch class const continue debugger declare default delete do else enum export extends " +
    "finally for from function get if implements import in infer instanceof interface is keyof let module namespace new of readonly " +
    "return satisfies set static super switch throw try type typeof unique using var void while with yield"
  ).split(" "),
);

const begins = ({ kind, text }: SourceToken): boolean =>
  kind === "number" || (kind === "name" && !WORDS.has(text));

/** Whether a line break between two tokens ends a statement; null if that can't be told without a parser. */
function endsAtBreak(last: SourceToken, isMember: boolean, token: SourceToken): boolean | null {
  if (token.kind === "mark") return /^(?:\+\+|--|[!~@#])$/.test(token.text) ? null : false;
  if (token.kind === "template" || /^in(?:stanceof)?$/.test(token.text)) return false;
  if (last.kind === "mark" && !/^[)\]}]$/.test(last.text))
    return /^(?:\+\+|--|[!>])$/.test(last.text) ? null : false;
  if (last.kind === "name" && !isMember && (WORDS.has(last.text) || last.text === "await")) return null;
  return begins(token) ? true : null;
}

/** Whether a token can't be an operator that binds less than `instanceof`. */
const bindsTighter = ({ kind, text }: SourceToken): boolean =>
  kind === "mark" ? /^(?:[-+*/%!~.()[\]]|\*\*|\?\.|\+\+|--)$/.test(text) : !/^(?:as|satisfies)$/.test(text);

/** The outer tokens of the code's last expression, and the token before; null unless it is surely one, perhaps of a number. */
function lastExpression(code: string): { tokens: readonly SourceToken[]; behind: string } | null {
  const lexer = createSourceLexer(code);
  let statement: SourceToken[] = [];
  let isSure = true;
  let behind = ";";
  let last: SourceToken | null = null;
  let before: SourceToken | null = null;
  for (
    let depth = 0, token = lexer.next();
    token !== null;
    depth = lexer.brackets.length, token = lexer.next()
  ) {
    if (depth === 0) {
      if (/^[)\]}]$/.test(token.text)) return null;
      const isBreak = last !== null && /[\n\r]/.test(code.slice(last.end, token.start));
      const isMember = /^\??\.$/.test(before?.text ?? "");
      const ends =
        last?.text === ";"
          ? true
          : last !== null && isBreak && token.text !== ";" && endsAtBreak(last, isMember, token);
      if (ends !== false) [statement, isSure, behind] = [[], ends === true, last?.text ?? behind];
    }
    if ((depth === 0 && token.text !== ";") || lexer.brackets.length < depth) statement.push(token);
    before = last;
    last = token;
  }
  const at = statement.findIndex(({ text }) => !/^(?:await|new)$/.test(text));
  const [head, next] = [statement[at], statement[at + 1]];
  const isExpression =
    isSure &&
    lexer.unsureAt === Infinity &&
    lexer.brackets.length === 0 &&
    head !== undefined &&
    (begins(head)
      ? next === undefined || (next.kind === "mark" && next.text !== ":")
      : /^[-+~(]$/.test(head.text)) &&
    statement.every(({ text }) => text !== "=>" && text !== "{");
  return isExpression ? { tokens: statement, behind } : null;
}

/**
 * A cell whose last expression's value is passed to the boot module, because Deno loses BigInts, NaN, infinite numbers and -0. An operator
 * behind the expression leaves the columns of errors as they are.
 */
export function passValue(code: string): string {
  const found = lastExpression(code);
  if (found === null) return code;
  const { tokens, behind } = found;
  const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0];
  const whole = code.slice(start, end);
  const left = tokens.every(bindsTighter) ? whole : behind === ";" ? `(${whole})` : `;(${whole})`;
  if (left !== whole && behind === ")") return code;
  return `${code.slice(0, start)}${left} instanceof ${CALLS_EXPRESSION}.passed${code.slice(end)}`;
}
