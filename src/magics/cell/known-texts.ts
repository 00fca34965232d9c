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

/** Reads source with TypeScript's parser. Svc-deno's cells may hold JSX, svc-tslab's not: it is taken for what it is with fewer errors. */
export function knownTexts(source: string): KnownTexts {
  const { SyntaxKind, ScriptTarget, createSourceFile, forEachChild } = typescript();
  const [plain, jsx] = ["cell.ts", "cell.tsx"].map((name) =>
    createSourceFile(name, source, ScriptTarget.Latest, true),
  ) as [SourceFile, SourceFile];
  const file = jsx.parseDiagnostics.length < plain.parseDiagnostics.length ? jsx : plain;
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
