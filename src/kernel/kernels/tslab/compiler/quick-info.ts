import type ts from "typescript";

/** Parts of TypeScript that its types don't show. */
export interface QuickInfoParts extends Pick<
  typeof ts,
  "isIdentifier" | "isImportTypeNode" | "isMetaProperty" | "isNewExpression" | "isPropertyAccessExpression"
> {
  getTouchingPropertyName(file: ts.SourceFile, position: number): ts.Node;
  getContainerNode(node: ts.Node): ts.Node | undefined;
  typeToDisplayParts(checker: ts.TypeChecker, type: ts.Type, enclosing: ts.Node | undefined): Parts;
  readonly SymbolDisplay: {
    getSymbolDisplayPartsDocumentationAndSymbolKind(
      checker: ts.TypeChecker,
      symbol: ts.Symbol,
      file: ts.SourceFile,
      enclosing: ts.Node | undefined,
      node: ts.Node,
    ): Pick<ts.QuickInfo, "displayParts" | "documentation" | "tags"> & {
      readonly symbolKind: ts.ScriptElementKind;
    };
    getSymbolModifiers(checker: ts.TypeChecker, symbol: ts.Symbol): string;
  };
}

type Parts = ts.SymbolDisplayPart[];

/** What TypeScript's language service says of a name, for a program that no language service made: a cell whose parent is the declarations of earlier ones. */
export function quickInfo(
  parts: QuickInfoParts,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  position: number,
): ts.QuickInfo | undefined {
  const touched = parts.getTouchingPropertyName(file, position);
  if (touched === file) return undefined;
  const node = describedNode(parts, touched);
  const textSpan = { start: node.getStart(file), length: node.end - node.getStart(file) };
  const symbol = checker.getSymbolAtLocation(node);
  const container = parts.getContainerNode(node);
  if (symbol === undefined || checker.isUnknownSymbol(symbol)) {
    if (!parts.isIdentifier(node) && !parts.isPropertyAccessExpression(node)) return undefined;
    const type = checker.getTypeAtLocation(node);
    return {
      kind: "" as ts.ScriptElementKind,
      kindModifiers: "",
      textSpan,
      displayParts: parts.typeToDisplayParts(checker, type, container),
      documentation: type.symbol?.getDocumentationComment(checker),
      tags: type.symbol?.getJsDocTags(checker),
    };
  }
  const { symbolKind, ...info } = parts.SymbolDisplay.getSymbolDisplayPartsDocumentationAndSymbolKind(
    checker,
    symbol,
    file,
    container,
    node,
  );
  const kindModifiers = parts.SymbolDisplay.getSymbolModifiers(checker, symbol);
  return { kind: symbolKind, kindModifiers, textSpan, ...info };
}

/** Of `new X` and `import.meta`, the part that has the meaning. */
function describedNode({ isMetaProperty, isNewExpression }: QuickInfoParts, node: ts.Node): ts.Node {
  const { parent } = node;
  if (isNewExpression(parent) && node.pos === parent.pos) return parent.expression;
  return isMetaProperty(parent) && parent.name === node ? parent : node;
}
