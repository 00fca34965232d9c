import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PackageEntry {
  /** As written in an import: `svclib`, `svclib/pandas_td`. */
  readonly specifier: string;
  readonly modulePath: string;
  readonly typesPath: string;
}

/** Root folder of this package, for sources and compiled code alike. */
export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

interface ExportsManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

/** The importable modules of this package, from its manifest. */
export function packageEntries(): PackageEntry[] {
  const { name, exports } = createRequire(import.meta.url)(
    join(packageRoot, "package.json"),
  ) as ExportsManifest;
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            specifier: name + subpath.slice(1),
            modulePath: join(packageRoot, target.default),
            typesPath: join(packageRoot, target.types),
          },
        ],
  );
}
