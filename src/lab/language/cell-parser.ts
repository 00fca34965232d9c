import { parseMixed, Parser, Tree } from "@lezer/common";
import type { Input, NodeType, ParseWrapper, PartialParse, TreeFragment } from "@lezer/common";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { nodes } from "./node-types.ts";
import { hiveLanguage, prestoLanguage } from "./sql-languages.ts";

const CELL_MAGIC = /^\s*%%([A-Za-z_]\w*)/;
/** An svclib line magic, possibly with an assignment. */
const LINE_MAGIC =
  /^(?:[^\S\n]*|[^\S\n]*(?:(?:let|const|var)\s+)?[\w$.]+[^\n=]*=[^\S\n]*)(%(?:svc_\w+|load_ext|lsmagic)\b[^\n]*)/gm;
const WORD = /"[^"\n]*"?|'[^'\n]*'?|[^\s"']+/g;

const languages: ParseWrapper = parseMixed((node) => {
  if (node.type === nodes.presto) return { parser: prestoLanguage.parser };
  if (node.type === nodes.hive) return { parser: hiveLanguage.parser };
  if (node.type !== nodes.cell) return null;
  const code: { from: number; to: number }[] = [];
  let at = node.from;
  for (let child = node.node.firstChild; child !== null; child = child.nextSibling) {
    if (child.type === nodes.presto || child.type === nodes.hive) return null;
    if (child.from > at) code.push({ from: at, to: child.from });
    at = child.to;
  }
  if (at < node.to) code.push({ from: at, to: node.to });
  return code.length === 0 ? null : { parser: typescriptLanguage.parser, overlay: code };
});

/** Syntax tree of a cell: magic lines with options, SQL below `%%svc_presto` and `%%svc_hive`, otherwise TypeScript. */
export function readCell(cell: string): Tree {
  const opening = CELL_MAGIC.exec(cell);
  if (opening !== null) {
    const start = opening[0].length - (opening[1] ?? "").length - 2;
    const found = cell.indexOf("\n", start);
    const end = found < 0 ? cell.length : found;
    const line = readLine(cell.slice(start, end));
    const body = opening[1] === "svc_presto" ? nodes.presto : opening[1] === "svc_hive" ? nodes.hive : null;
    return end < cell.length && body !== null
      ? cellTree(cell, [line, new Tree(body, [], [], cell.length - end - 1)], [start, end + 1])
      : cellTree(cell, [line], [start]);
  }
  const lines: Tree[] = [];
  const starts: number[] = [];
  for (const match of cell.matchAll(LINE_MAGIC)) {
    const text = match[1] ?? "";
    lines.push(readLine(text));
    starts.push(match.index + match[0].length - text.length);
  }
  return cellTree(cell, lines, starts);
}

const cellTree = (cell: string, children: Tree[], starts: number[]): Tree =>
  new Tree(nodes.cell, children, starts, cell.length);

function readLine(line: string): Tree {
  const words = [...line.matchAll(WORD)];
  const tokens = words.map(({ 0: word }, at) => new Tree(wordType(word, at === 0), [], [], word.length));
  return new Tree(
    nodes.line,
    tokens,
    words.map(({ index }) => index),
    line.length,
  );
}

function wordType(word: string, first: boolean): NodeType {
  if (first) return nodes.magic;
  if (word.startsWith("-")) return nodes.option;
  return /^["']/.test(word) ? nodes.text : nodes.argument;
}

class CellParse implements PartialParse {
  readonly #input: Input;
  parsedPos = 0;
  stoppedAt: number | null = null;

  constructor(input: Input) {
    this.#input = input;
  }

  advance(): Tree {
    const end = this.stoppedAt ?? this.#input.length;
    this.parsedPos = end;
    return readCell(this.#input.read(0, end));
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }
}

/**
 * A parse that is not interrupted. CodeMirror stops a parse after 20 ms, which can happen on any busy machine, and would then parse the rest
 * again from the start.
 */
class WholeParse implements PartialParse {
  readonly #parse: PartialParse;
  readonly stoppedAt = null;

  constructor(parse: PartialParse) {
    this.#parse = parse;
  }

  get parsedPos(): number {
    return this.#parse.parsedPos;
  }

  advance(): Tree | null {
    return this.#parse.advance();
  }

  stopAt(): void {
    // Reuses the rest.
  }
}

const MOSTLY = 0.9;

/** Whether little is left to parse: an edit in a cell that was fully parsed. */
function isReused(fragments: readonly TreeFragment[], length: number): boolean {
  const reused = fragments.reduce((sum, { from, to }) => sum + to - from, 0);
  return reused >= MOSTLY * length && fragments.at(-1)?.openEnd === false;
}

/** Parses whole cells. The outer tree is rebuilt from the lines each time; nested trees are reused. */
export class CellParser extends Parser {
  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const parse = languages(new CellParse(input), input, fragments, ranges);
    return isReused(fragments, input.length) ? new WholeParse(parse) : parse;
  }
}
