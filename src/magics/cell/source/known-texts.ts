import type ts from "typescript";
import { createRequire } from "node:module";
import { resolvePackage } from "../../../core/files/resolve-package.ts";

/** Text in the source that only a parser can tell from code: a regular expression, or text or strings in JSX. */
export interface KnownText {
  readonly kind: "regex" | "string" | "template";
  readonly end: number;
}

/** By start offset. */
export type KnownTexts = ReadonlyMap<number, KnownText>;

/** With the syntax errors, which its type does not show. */
type Parsed = ts.SourceFile & { readonly parseDiagnostics: readonly unknown[] };

let loaded: typeof ts | undefined;

/** tslab's TypeScript; a large module, loaded only when a cell needs the parser. */
function typescript(): typeof ts {
  return (loaded ??= createRequire(resolvePackage("tslab"))("@tslab/typescript-for-tslab") as typeof ts);
}

/** `tsx` for cells with JSX, which svc-deno allows. */
export type SourceKind = "ts" | "tsx";

/** A parser's result for source of one kind. */
export interface ParsedTexts {
  readonly texts: KnownTexts;
  /** Number of syntax errors. */
  readonly mistakes: number;
}

/** Parses source as TypeScript and as TSX, and keeps the result with fewer errors. */
export function readBest<T extends Pick<ParsedTexts, "mistakes">>(read: (kind: SourceKind) => T): T {
  const [plain, jsx] = [read("ts"), read("tsx")];
  return jsx.mistakes < plain.mistakes ? jsx : plain;
}

export function readKnownTexts(source: string, kind: SourceKind): ParsedTexts {
  const is = typescript();
  const { createSourceFile, forEachChild, ScriptTarget } = is;
  const file = createSourceFile(`cell.${kind}`, source, ScriptTarget.Latest, true);
  const texts = new Map<number, KnownText>();
  const visit = (node: ts.Node): void => {
    const { end, pos } = node;
    if (is.isRegularExpressionLiteral(node)) texts.set(node.getStart(file), { kind: "regex", end });
    else if (is.isJsxText(node)) texts.set(pos, { kind: "template", end });
    else if (is.isStringLiteral(node) && is.isJsxAttribute(node.parent))
      texts.set(node.getStart(file), { kind: "string", end });
    else forEachChild(node, visit);
  };
  visit(file);
  return { texts, mistakes: (file as Parsed).parseDiagnostics.length };
}
