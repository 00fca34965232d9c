import { createRequire } from "node:module";

/** A piece of source that only a parser can tell from code: a regular expression, text or a string of JSX. */
export interface KnownText {
  readonly kind: "regex" | "string" | "template";
  readonly end: number;
}

/** By the offset where each begins. */
export type KnownTexts = ReadonlyMap<number, KnownText>;

interface SyntaxNode {
  readonly kind: number;
  readonly pos: number;
  readonly end: number;
  readonly parent: SyntaxNode;
  getStart(file: SourceFile): number;
}

interface SourceFile extends SyntaxNode {
  readonly parseDiagnostics: readonly unknown[];
}

interface TypeScript {
  readonly SyntaxKind: Readonly<
    Record<"RegularExpressionLiteral" | "JsxText" | "StringLiteral" | "JsxAttribute", number>
  >;
  readonly ScriptTarget: { readonly Latest: number };
  createSourceFile(name: string, text: string, target: number, setParents: boolean): SourceFile;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
}

let loaded: TypeScript | undefined;

/** tslab's own; a large module, so loaded for the first cell that can't be read without. */
function typescript(): TypeScript {
  const tslab = createRequire(createRequire(import.meta.url).resolve("tslab"));
  return (loaded ??= tslab("@tslab/typescript-for-tslab") as TypeScript);
}

/** `tsx` for a cell that holds JSX, as svc-deno's may. */
export type SourceKind = "ts" | "tsx";

/** What a cell is taken for: that with fewer mistakes when nothing is left of lines that may be magics. */
export function sourceKind(cell: string): SourceKind {
  const code = cell.replace(/(^|[\n\r]|=)([^\S\n\r]*)\??%{1,2}[A-Za-z_].*/g, "$1$2 0;");
  const mistakes = (kind: SourceKind): number => parse(code, kind).parseDiagnostics.length;
  return mistakes("tsx") < mistakes("ts") ? "tsx" : "ts";
}

function parse(source: string, kind: SourceKind): SourceFile {
  return typescript().createSourceFile(`cell.${kind}`, source, typescript().ScriptTarget.Latest, true);
}

/** Reads source with TypeScript's parser. */
export function knownTexts(source: string, sourceIs: SourceKind): KnownTexts {
  const { SyntaxKind, forEachChild } = typescript();
  const file = parse(source, sourceIs);
  const texts = new Map<number, KnownText>();
  const visit = (node: SyntaxNode): void => {
    const { kind, end, pos } = node;
    if (kind === SyntaxKind.RegularExpressionLiteral) texts.set(node.getStart(file), { kind: "regex", end });
    else if (kind === SyntaxKind.JsxText) texts.set(pos, { kind: "template", end });
    else if (kind === SyntaxKind.StringLiteral && node.parent.kind === SyntaxKind.JsxAttribute)
      texts.set(node.getStart(file), { kind: "string", end });
    else forEachChild(node, visit);
  };
  visit(file);
  return texts;
}
