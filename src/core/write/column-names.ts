import { ConfigError } from "../errors.ts";

/** Column name for the table: lowercase, with `_` for all but `a-z 0-9`, and without the byte order mark of a CSV file. */
function tableColumnName(name: string): string {
  return name
    .replace(/^\ufeff/, "")
    .replace(/[^A-Za-z0-9]/g, "_")
    .toLowerCase();
}

/** Column names for the table. @throws ConfigError when two become equal, or one is empty. */
export function tableColumnNames(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  return names.map((name) => {
    const normal = tableColumnName(name);
    if (normal === "") throw new ConfigError("a column of the frame has an empty name; rename it");
    const other = first.get(normal);
    if (other !== undefined) {
      const hint = normal === "index" ? "; pass index: false or another index_label" : "; rename one";
      throw new ConfigError(
        `columns ${JSON.stringify(other)} and ${JSON.stringify(name)} would both be called ${normal}${hint}`,
      );
    }
    first.set(normal, name);
    return normal;
  });
}
