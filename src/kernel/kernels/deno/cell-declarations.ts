import type ts from "typescript";
import type { CellSource } from "../../../magics/cell/source/source.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import { exportEdits } from "../../../magics/cell/source/export-edits.ts";
import type { Edit } from "../../../magics/cell/source/edited.ts";

/** What cells declare at their top level, where Deno is stricter than a notebook: it refuses `export`, and `const n` after `let n`. */
export class CellDeclarations {
  readonly #letNames = new Set<string>();

  /** Edits that keep all columns. */
  rewrite({ code, statements }: CellSource): Edit[] {
    return statements.flatMap((statement) => {
      const edits = exportEdits(statement);
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
