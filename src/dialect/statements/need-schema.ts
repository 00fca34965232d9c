import type { Translation } from "../analyze/translation.ts";
import type { Catalogue, TablePath } from "../catalogue.ts";
import { meant } from "../nearest-name.ts";
import type { Name } from "../parse/ast.ts";

/** The schema of a name, or without one the default; only `catalog` and `database` of the path count. @throws SqlError SCHEMA_NOT_FOUND */
export async function needSchema(
  t: Translation,
  catalogue: Catalogue,
  name: readonly Name[],
  pos: number,
): Promise<TablePath> {
  const path = t.pathOf(name.length > 0 ? [...name, { text: "", quoted: true, pos }] : [], pos);
  const databases = await catalogue.databases(path.catalog);
  if (databases.includes(path.database)) return path;
  const hint = meant(path.database, databases);
  return t.fail("SCHEMA_NOT_FOUND", `schema '${path.database}' does not exist${hint}`, pos);
}
