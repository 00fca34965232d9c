import type ts from "typescript";
import type { CellSource } from "../../../magics/cell/source/source.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import type { Edit } from "./edited.ts";

/** What cells declare at their top level, where Deno is stricter than a notebook: it refuses `export`, and `const n` after `let n`. */
export class CellDeclarations {
  readonly #letNames = new Set<string>();

  /** Edits that keep all columns. */
  rewrite({ code, statements }: CellSource): Edit[] {
    return statements.flatMap((statement) => {
      const edits: Edit[] = [];
      const word = exportWord(statement);
      if (word !== null) edits.push({ ...word, text: " ".repeat(word.end - word.start) });
      const list = declarationsOf(statement);
      const start = list?.getStart() ?? 0;
      if (list && code.startsWith("const", start) && namesIn(list).some((name) => this.#letNames.has(name)))
        edits.push({ start, end: start + "const".length, text: "let  " });
      return edits;
    });
  }

  /** Keeps what a cell declared that ran. */
  note({ code, statements }: CellSource): void {
    for (const list of statements.flatMap((statement) => declarationsOf(statement) ?? []))
      if (code.startsWith("let", list.getStart())) for (const name of namesIn(list)) this.#letNames.add(name);
  }
}

function declarationsOf(statement: ts.Statement): ts.VariableDeclarationList | null {
  return typescript().isVariableStatement(statement) ? statement.declarationList : null;
}

const namesIn = ({ declarations }: ts.VariableDeclarationList): string[] =>
  declarations.flatMap(({ name }) => (typescript().isIdentifier(name) ? [name.text] : []));

/** The word `export` of a declaration with a name. */
function exportWord(statement: ts.Statement): { readonly start: number; readonly end: number } | null {
  const is = typescript();
  if (!is.canHaveModifiers(statement)) return null;
  const [first, second] = is.getModifiers(statement) ?? [];
  const isExport =
    first?.kind === is.SyntaxKind.ExportKeyword && second?.kind !== is.SyntaxKind.DefaultKeyword;
  return isExport ? { start: first.getStart(), end: first.end } : null;
}
