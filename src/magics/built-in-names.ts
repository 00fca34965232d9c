/** The names that a notebook has without an import, by module; `aq` is all of Arquero. A name that a cell declares wins. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "svclib/pandas_td":
    "connect create_engine read_local read_svc read_svc_job read_svc_query read_svc_table sql to_svc".split(
      " ",
    ),
  "svclib/pandas_td/ipython": ["display", "plot"],
  arquero: ["aq", "desc", "op"],
};

/** The last value, which belongs to no module. */
export const LAST_VALUE = "_";

const MODULES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([module, names]) => names.map((name) => [name, module] as const)),
);

/** The names that come from a module. */
export const NOTEBOOK_NAMES: readonly string[] = [...MODULES.keys()];

const MENTIONS = new RegExp(`\\b(?:${[...NOTEBOOK_NAMES, LAST_VALUE].join("|")})\\b`);

/** The module of a name that every notebook has; null for others. */
export const moduleOf = (name: string): string | null => MODULES.get(name) ?? null;

/** Whether the name stands for a whole module. */
export const isNamespace = (name: string): boolean => name === "aq";

/** Whether code may refer to such a name: a cheap check. */
export const mentionsNotebookName = (code: string): boolean => MENTIONS.test(code);

/** The TypeScript type of such a name. */
export function typeOfName(name: string): string {
  const module = moduleOf(name);
  if (module === null) return "any";
  return `typeof import("${module}")${isNamespace(name) ? "" : `.${name}`}`;
}
