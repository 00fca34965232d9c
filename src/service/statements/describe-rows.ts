import type { Page, PagedRun } from "../engine/engine.ts";

/** The answer to DESCRIBE INPUT. The types of parameters are not known before they have values. */
export function describeRows(parameters: number): PagedRun {
  return {
    columns: [
      { name: "Position", type: "bigint" },
      { name: "Type", type: "varchar" },
    ],
    pages: (async function* (): AsyncGenerator<Page> {
      const rows = Array.from({ length: parameters }, (_, position) => `[${position},"unknown"]`);
      if (parameters > 0)
        yield await Promise.resolve({ rowCount: parameters, bytes: Buffer.from(rows.join(",")) });
    })(),
  };
}
