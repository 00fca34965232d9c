import { createRequire } from "node:module";
import { resolvePackage } from "../../../core/files/resolve-package.ts";

/** Text in the source that only a parser can tell from code: a regular expression, or text or strings in JSX. */
export interface KnownText {
  readonly kind: "regex" | "string" | "template";
  readonly end: number;
}

/** By start offset. */
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
  readonly createSourceFile: (name: string, text: string, target: number, setParents: boolean) => SourceFile;
  readonly forEachChild: (node: SyntaxNode, visit: (child: SyntaxNode) => void) => void;
}

let loaded: TypeScript | undefined;

/** tslab's TypeScript; a large module, loaded only when a cell needs the parser. */
function typescript(): TypeScript {
  return (loaded ??= createRequire(resolvePackage("tslab"))("@tslab/typescript-for-tslab") as TypeScript);
}

/** `tsx` for cells with JSX, which svc-deno allows. */
export type SourceKind = "ts" | "tsx";

/** A parser's result for source of one kind. */
export interface Reading {
  readonly texts: KnownTexts;
  /** Number of syntax errors. */
  readonly mistakes: number;
}

/** Parses source as TypeScript and as TSX, and keeps the result with fewer errors. */
export function readBest<T extends Pick<Reading, "mistakes">>(read: (kind: SourceKind) => T): T {
  const [plain, jsx] = [read("ts"), read("tsx")];
  return jsx.mistakes < plain.mistakes ? jsx : plain;
}

export function readKnownTexts(source: string, kind: SourceKind): Reading {
  const { SyntaxKind, ScriptTarget, createSourceFile, forEachChild } = typescript();
  const file = createSourceFile(`cell.${kind}`, source, ScriptTarget.Latest, true);
  const texts = new Map<number, KnownText>();
  const visit = (node: SyntaxNode): void => {
    const { end, pos } = node;
    if (node.kind === SyntaxKind.RegularExpressionLiteral)
      texts.set(node.getStart(file), { kind: "regex", end });
    else if (node.kind === SyntaxKind.JsxText) texts.set(pos, { kind: "template", end });
    else if (node.kind === SyntaxKind.StringLiteral && node.parent.kind === SyntaxKind.JsxAttribute)
      texts.set(node.getStart(file), { kind: "string", end });
    else forEachChild(node, visit);
  };
  visit(file);
  return { texts, mistakes: file.parseDiagnostics.length };
}
