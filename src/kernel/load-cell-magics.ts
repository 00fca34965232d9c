import type { CellMagics } from "./cell-magics.ts";

/** The magics' own functions for cells, loaded while the real kernel starts. */
export async function loadCellMagics(): Promise<CellMagics> {
  const [{ hasMagics }, { candidateNames, translateCell }] = await Promise.all([
    import("../magics/cell/find-magics.ts"),
    import("../magics/cell/translate-cell.ts"),
  ]);
  return { hasMagics, candidateNames, translateCell };
}
