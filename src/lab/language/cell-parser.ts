import { NodeProp, parseMixed, Parser, Tree, TreeFragment } from "@lezer/common";
import type { Input, NestedParse, NodeType, ParseWrapper, PartialParse, SyntaxNode } from "@lezer/common";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import {
  cellMagicOf,
  endOfLine,
  findCandidates,
  markMagics,
  readBest,
} from "../../magics/cell/magic-candidates.ts";
import { MarkedTree } from "./marked-tree.ts";
import { nodes } from "./node-types.ts";
import { hiveLanguage, prestoLanguage } from "./sql-languages.ts";

const WORD = /"[^"\n]*"?|'[^'\n]*'?|[^\s"']+/g;

/** The languages of the parts of a cell; `fragments` is what the edit left of its old tree. */
const languages = (fragments: readonly TreeFragment[]): ParseWrapper =>
  parseMixed((node) => {
    if (node.type === nodes.presto || node.type === nodes.hive)
      return { parser: new QueryParser(node.type, fragments) };
    return node.type === nodes.cell ? typescriptIn(node.node) : null;
  });

function typescriptIn(cell: SyntaxNode): NestedParse | null {
  const code: { from: number; to: number }[] = [];
  let at = cell.from;
  for (let child = cell.firstChild; child !== null; child = child.nextSibling) {
    if (child.type === nodes.presto || child.type === nodes.hive) return null;
    if (child.from > at) code.push({ from: at, to: child.from });
    at = child.to;
  }
  if (at < cell.to) code.push({ from: at, to: cell.to });
  return code.length === 0 ? null : { parser: typescriptLanguage.parser, overlay: code };
}

/**
 * Parses the query of a cell. It finds what can be reused of the old query itself: `parseMixed` of the @lezer/common that JupyterLab 4.6
 * shares (1.5.0) overlooks much of it.
 */
class QueryParser extends Parser {
  readonly #type: NodeType;
  readonly #fragments: readonly TreeFragment[];

  constructor(type: NodeType, fragments: readonly TreeFragment[]) {
    super();
    this.#type = type;
    this.#fragments = fragments;
  }

  createParse(
    input: Input,
    _found: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const { parser } = this.#type === nodes.presto ? prestoLanguage : hiveLanguage;
    const queries = this.#fragments.flatMap((fragment) => this.#queryOf(fragment) ?? []);
    return parser.startParse(input, queries, ranges);
  }

  #queryOf({ from, to, tree, offset, openStart, openEnd }: TreeFragment): TreeFragment | null {
    const at = tree.children.findIndex((child) => child instanceof Tree && child.type === this.#type);
    const query = tree.children[at] as Tree | undefined;
    const parsed = query?.prop(NodeProp.mounted)?.tree;
    if (parsed === undefined) return null;
    const start = (tree.positions[at] ?? 0) - offset;
    const end = start + parsed.length;
    if (from >= end || to <= start) return null;
    return new TreeFragment(
      Math.max(from, start),
      Math.min(to, end),
      parsed,
      -start,
      openStart && from > start,
      openEnd || to >= end,
    );
  }
}

/** Syntax tree of a cell: magic lines with options, SQL below `%%svc_presto`, `%%svc_local` and `%%svc_hive`, otherwise TypeScript. */
export function readCell(cell: string): Tree {
  const opening = cellMagicOf(cell);
  if (opening !== null) {
    const { name, lineStart } = opening;
    const start = lineStart - name.length - 2;
    const end = endOfLine(cell, lineStart);
    const line = readLine(cell.slice(start, end));
    const body =
      name === "svc_presto" || name === "svc_local" ? nodes.presto : name === "svc_hive" ? nodes.hive : null;
    const bodyStart = end + (cell.startsWith("\r\n", end) ? 2 : 1);
    return end < cell.length && body !== null
      ? cellTree(cell, [line, new Tree(body, [], [], cell.length - bodyStart)], [start, bodyStart])
      : cellTree(cell, [line], [start]);
  }
  const candidates = findCandidates(cell);
  if (candidates.length === 0) return cellTree(cell, [], []);
  const { magics } = readBest((kind) => {
    const marked = markMagics(cell, candidates, (code) => new MarkedTree(code, kind));
    return { ...marked, mistakes: marked.code.mistakes };
  });
  const lines = magics.map(({ candidate: { start, end } }) => readLine(cell.slice(start, end)));
  return cellTree(
    cell,
    lines,
    magics.map(({ candidate }) => candidate.start),
  );
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

/** Trees of cells that were parsed to their ends. The editor calls a tree partial when the parse took too long, although it is whole. */
const wholeTrees = new WeakSet<Tree>();

/**
 * The parse of a cell. After an edit of a whole tree little is left to parse: then it is not interrupted. CodeMirror stops a parse after
 * 20 ms, which can happen on any busy machine, and would then parse the rest again from the start.
 */
class WholeCellParse implements PartialParse {
  readonly #parse: PartialParse;
  readonly #isEdit: boolean;

  constructor(parse: PartialParse, isEdit: boolean) {
    this.#parse = parse;
    this.#isEdit = isEdit;
  }

  get parsedPos(): number {
    return this.#parse.parsedPos;
  }

  get stoppedAt(): number | null {
    return this.#parse.stoppedAt;
  }

  advance(): Tree | null {
    const tree = this.#parse.advance();
    if (tree !== null && this.stoppedAt === null) wholeTrees.add(tree);
    return tree;
  }

  stopAt(position: number): void {
    if (!this.#isEdit) this.#parse.stopAt(position);
  }
}

const MOSTLY = 0.9;

/** Whether little is left to parse: an edit in a cell that was fully parsed. */
function isEdit(fragments: readonly TreeFragment[], length: number): boolean {
  const reused = fragments.reduce((sum, { from, to }) => sum + to - from, 0);
  return reused >= MOSTLY * length && fragments.every(({ tree }) => wholeTrees.has(tree));
}

/** Parses whole cells. The outer tree is rebuilt from the lines each time; nested trees are reused. */
export class CellParser extends Parser {
  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const parse = languages(fragments)(new CellParse(input), input, fragments, ranges);
    return new WholeCellParse(parse, isEdit(fragments, input.length));
  }
}
