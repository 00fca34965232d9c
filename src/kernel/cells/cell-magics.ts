// Functions of the magics that cells need, in one module that can be loaded while the real kernel starts.
import { CellPlan } from "../../magics/cell/cell-plan.ts";
import { readSource } from "../../magics/cell/source/source.ts";
import { saveTypeScript } from "../../magics/cell/source/typescript.ts";

export { translateCell } from "../../magics/cell/translate-cell.ts";
export { typeReads } from "../../magics/cell/source/type-reads.ts";
export { costOf } from "../../magics/sql/unbounded-reads.ts";
export { columnsOfRows, rowType } from "../../magics/sql/row-type.ts";
export { columnPlace } from "../../magics/complete/complete-columns.ts";
export { checkCell } from "../../magics/complete/check-cell.ts";
export { endOfWord } from "../../magics/complete/completion.ts";
export { completeMagic } from "../../magics/complete/complete-magic.ts";
export { explainError, placedInCell } from "../../magics/explain/explain-error.ts";
export { isMine } from "../../magics/notebook-jobs.ts";
export { nameAt } from "../../magics/complete/name-at.ts";
export { explainName } from "../completion/explain-name.ts";
export { codeBlock } from "../../magics/display/displayable.ts";
export { inspectMagic } from "../../magics/complete/inspect-magic.ts";

export const planCell = (code: string): CellPlan => new CellPlan(code);

/** Loads the parser of cells. */
export function prepareReading(): void {
  readSource("await 1");
  saveTypeScript();
}
