// The magics' own functions for cells: one module, so that it can be loaded while the real kernel starts.
export { blankMagics } from "../../magics/cell/blank-magics.ts";
export { declaredNames } from "../../magics/cell/source/declared-names.ts";
export { findMagics, hasMagics } from "../../magics/cell/find-magics.ts";
export { candidateNames, translateCell } from "../../magics/cell/translate-cell.ts";
export { typeReads } from "../../magics/cell/source/type-reads.ts";
export { rowType } from "../../magics/sql/row-type.ts";
export { columnPlace } from "../../magics/complete/complete-columns.ts";
export { completeMagic } from "../../magics/complete/complete-magic.ts";
export { explainError } from "../../magics/complete/explain-error.ts";
export { inspectMagic } from "../../magics/complete/inspect-magic.ts";
