import type { KnownCatalogue, CatalogueTable } from "../../../src/magics/known-catalogue.ts";

const table = (name: string, count: number | null, columns: Record<string, string>): CatalogueTable => ({
  name,
  count,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
});

const TABLES: Readonly<Record<string, readonly CatalogueTable[]>> = {
  sample_datasets: [
    table("nasdaq", 8_807_278, { symbol: "string", open: "double", close: "double", volume: "long" }),
    table("www_access", 5000, { user: "int", host: "string", path: "string", "odd name": "string" }),
  ],
  shop: [table("orders", null, { id: "long", symbol: "string", select: "string" })],
};

/** Two databases with loaded tables, and one without. */
export const SAMPLE_CATALOGUE: KnownCatalogue = {
  databases: ["sample_datasets", "shop", "unseen"],
  tables: (database) => TABLES[database] ?? null,
};

/** Nothing is loaded. */
export const EMPTY_CATALOGUE: KnownCatalogue = { databases: null, tables: () => null };

/** Removes the cursor mark from a cell. */
export function withCursor(marked: string): { code: string; cursor: number } {
  const cursor = marked.indexOf("¦");
  if (cursor < 0) throw new Error("the cell shows no cursor");
  return { code: marked.replace("¦", ""), cursor };
}
