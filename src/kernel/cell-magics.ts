import type { NotebookScope } from "./kernels/kernel-adapter.ts";

/** The part of the magics that the proxy uses; passed in, so that the proxy's tests need no magics. */
export interface CellMagics {
  hasMagics(cell: string): boolean;
  candidateNames(cell: string): readonly string[];
  /** @throws UsageError for a magic that is typed wrongly. */
  translateCell(cell: string, scope: NotebookScope): string;
}
