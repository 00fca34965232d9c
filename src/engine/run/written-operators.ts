import { shownName } from "../../dialect/sql/tree.ts";
import { Calls, type Tokens, unquoted, WORD } from "./call-tokens.ts";

/** Operators that compute. Comparisons are not among them, as the engine turns them around. */
const COMPUTING = ["+", "-", "*", "/", "%", "&", "|", "^", "||", "//"];

/** Tokens of an expression; an array where a call was told apart. */
export type ExpressionParts = readonly (string | Tokens)[];

/** The operators of a statement with their operands, which tell them from those of the engine's own computations. */
export class Operators {
  readonly #statement = new Map<string, string>();

  constructor(statement: Tokens) {
    for (const { index, left, name, right } of operations(statement))
      for (const key of [`${left} ${name} ${right}`, ` ${name} ${right}`, `${left} ${name} `, ` ${name} `])
        this.#statement.set(key, statement[index]!);
  }

  /** The operators of an expression by their indexes, as the statement has them; null for others. */
  of(parts: ExpressionParts): ReadonlyMap<number, string | null> {
    const of = ({ left, name, right }: PlacedOperator): string | undefined =>
      this.#statement.get(`${left} ${name} ${right}`);
    // Whole numbers are divided by an operator of their own in the engine and in Hive, not in Presto.
    return new Map(
      operations(parts).map((one) => [
        one.index,
        of(one) ?? (one.name === "//" ? of({ ...one, name: "/" }) : undefined) ?? null,
      ]),
    );
  }
}

interface PlacedOperator {
  readonly index: number;
  readonly name: string;
  /** Last token of the left operand, first of the right one; empty for a sign, and for a call that was told apart. */
  readonly left: string;
  readonly right: string;
}

function operations(parts: ExpressionParts): PlacedOperator[] {
  const bare = bareIndexes(parts);
  const at = (index: number | undefined): string => (index === undefined ? "" : plain(parts[index]!));
  return bare.flatMap((index, k) => {
    const name = at(index) === "div" ? "//" : at(index);
    const before = parts[index - 1] === " " ? parts[index - 2] : parts[index - 1];
    const isSign = before === undefined || /^[^\p{L}\p{N}_"'`)\]]/u.test(before[0]!);
    return !COMPUTING.includes(name)
      ? []
      : [{ index, name, left: isSign ? "" : at(bare[k - 1]), right: at(bare[k + 1]) }];
  });
}

/** Indexes of the tokens without brackets, casts and the relations of columns. */
function bareIndexes(parts: ExpressionParts): number[] {
  const tokens = parts.map((part) => (typeof part === "string" ? part : ""));
  const calls = new Calls(tokens);
  const casts = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    const call = /^(?:try_)?cast$/i.test(token) ? calls.at(i) : [];
    const as = call.findLastIndex((one) => /^as$/i.test(one));
    if (as < 0) continue;
    casts.add(i);
    for (let at = as; at < call.length; at++) casts.add(i + at);
  }
  return [...tokens.keys()].filter(
    (i) =>
      !/^[\s().]$/.test(tokens[i]!) && !casts.has(i) && !(tokens[i + 1] === "." && WORD.test(tokens[i]!)),
  );
}

/** A token in the same letters for a statement and for the engine's expressions. */
const plain = (part: string | Tokens): string =>
  typeof part !== "string"
    ? ""
    : /^[\d.]+$/.test(part)
      ? String(Number(part))
      : shownName(unquoted(part)).toLowerCase();
