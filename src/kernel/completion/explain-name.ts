import type ts from "typescript";
import { CellSource } from "../../magics/cell/source/source.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import type { ValueDescription } from "../kernels/kernel-adapter.ts";
import { libraryHelp } from "./library-help.ts";

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
