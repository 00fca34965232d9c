import type ts from "typescript";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { moduleOf } from "../../magics/built-in-names.ts";
import { declaredNames } from "../../magics/cell/source/declared-names.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import { packageEntries } from "../package-entries.ts";

/** The signatures of one of this library's names with the first sentence of its documentation, from the types of the package; null if it has none. */
export function libraryHelp(name: string): string | null {
  const entry = packageEntries().find(({ specifier }) => specifier === moduleOf(name));
  return entry === undefined ? null : declarationText(entry.typesPath, name);
}

function declarationText(path: string, name: string): string | null {
  const is = typescript();
  const file = is.createSourceFile(path, readFileSync(path, "utf8"), is.ScriptTarget.Latest, true);
  const nodes = file.statements.filter((statement) => declaredNames(statement).includes(name));
  const [first] = nodes;
  if (first === undefined) return exportedText(file, name);
  const signatures = nodes.map((node) => oneLine(node.getText(file)).replace(/^export declare |;$/g, ""));
  const [comment] = is.getJSDocCommentsAndTags(first);
  const sentence = comment && firstSentence(is.getTextOfJSDocComment(comment.comment) ?? "");
  return [...signatures, ...(sentence ? [sentence] : [])].join("\n");
}

/** What the module that a name is exported from says of it. */
function exportedText(file: ts.SourceFile, name: string): string | null {
  const is = typescript();
  for (const statement of file.statements) {
    if (
      !is.isExportDeclaration(statement) ||
      !statement.exportClause ||
      !is.isNamedExports(statement.exportClause)
    )
      continue;
    const one = statement.exportClause.elements.find((element) => element.name.text === name);
    if (one === undefined || !statement.moduleSpecifier || !is.isStringLiteral(statement.moduleSpecifier))
      continue;
    const module = statement.moduleSpecifier.text.replace(/\.ts$/, ".d.ts");
    return declarationText(join(dirname(file.fileName), module), (one.propertyName ?? one.name).text);
  }
  return null;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

const firstSentence = (comment: string): string =>
  /^.*?[.](?= |$)/.exec(oneLine(comment).replace(/\{@link ([^}]*)\}/g, "$1"))?.[0] ?? oneLine(comment);
