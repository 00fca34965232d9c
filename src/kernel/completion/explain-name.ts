import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type ts from "typescript";
import { CellSource } from "../../magics/cell/source/source.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import type { ValueDescription } from "../kernels/kernel-adapter.ts";
import { moduleOf } from "../../magics/built-in-names.ts";
import { declaredNames } from "../../magics/cell/source/declared-names.ts";
import { packageEntries } from "../package-entries.ts";

/** What a tooltip says of a name of the notebook. */
export function explainName(name: string, { library, source, text }: ValueDescription): string {
  const help = library === undefined ? null : libraryHelp(library);
  return help ?? (source === undefined ? text : (signature(name, source) ?? text));
}

/** A function's name and parameters, or a class's and those of its constructor, from its source; null if that can't be read. */
function signature(name: string, source: string): string | null {
  const is = typescript();
  const code = source.replace("[native code]", "");
  // A method is one in an object only.
  const [read] = [`(${code})`, `({${code}})`]
    .map((whole) => new CellSource(whole, "ts"))
    .sort((one, other) => one.mistakes - other.mistakes);
  const [node] = (read as CellSource).nodes((one) =>
    is.isFunctionLike(one) || is.isClassLike(one) ? one : null,
  );
  if (node === undefined) return null;
  const textOf = (one: ts.Node): string => one.getText(read?.file).replace(/\s+/g, " ");
  const list = (one: ts.SignatureDeclaration | undefined): string =>
    `(${(one?.parameters ?? []).map(textOf).join(", ")})`;
  if (is.isClassLike(node)) {
    const base = node.heritageClauses?.map(textOf).join(" ");
    return `class ${name}${base === undefined ? "" : ` ${base}`}\nnew ${name}${list(node.members.find(is.isConstructorDeclaration))}`;
  }
  const isAsync =
    is.canHaveModifiers(node) && (is.getModifiers(node) ?? []).some((one) => textOf(one) === "async");
  const isGenerator = "asteriskToken" in node && node.asteriskToken !== undefined;
  return `${isAsync ? "async " : ""}function${isGenerator ? "*" : ""} ${name}${list(node)}`;
}

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
