import { nearestName } from "../../dialect/nearest-name.ts";
import { findTable, type Catalogue, type CompletionScope } from "../catalogue.ts";

/** Modules of names used in examples. */
const MODULES: Readonly<Record<string, string>> = {
  "svclib/pandas_td":
    "connect create_engine interrupt_all interruptible onProgress onWarning read_svc read_svc_job read_svc_query read_svc_table sql to_svc Table",
  "svclib/pandas_td/ipython":
    "display magic_context plot svc_databases svc_jobs svc_profile svc_tables svc_use",
  svclib:
    "AlreadyExistsError AuthError Client ConfigError DecodeError ForbiddenError HttpError InterruptedError Job NetworkError NotFoundError QueryEngine QueryError ServiceTable SvcError TimeoutError UploadError UsageError VERSION isAlreadyExistsError isConfigError isHttpError isInterruptedError isNetworkError isNotFoundError isQueryError isSvcError isTimeoutError isUploadError",
  "svclib/writer": "BulkImportWriter InsertIntoWriter SparkWriter Writer",
  arquero: "desc escape not op rolling",
};

/** How methods of pandas, lists and other libraries are written with tables here. */
const TABLE_VERBS: Readonly<Record<string, string>> = {
  agg: "rollup({ mean: (d) => op.mean(d.x) })",
  aggregate: "rollup({ mean: (d) => op.mean(d.x) })",
  columns: "columnNames()",
  drop: 'select(aq.not("column"))',
  drop_duplicates: "dedupe()",
  find: "filter((d) => d.x > 0)",
  group_by: 'groupby("column")',
  groupBy: 'groupby("column")',
  head: "slice(0, 5)",
  len: "numRows()",
  length: "numRows()",
  map: "derive({ x: (d) => d.y }), or objects().map(...)",
  mean: "rollup({ mean: (d) => op.mean(d.x) })",
  merge: 'join(other, ["key", "key"])',
  order_by: 'orderby("column")',
  query: "filter((d) => d.x > 0)",
  shape: "numRows() and numCols()",
  sort: 'orderby("column")',
  sort_values: 'orderby("column"), or orderby(desc("column"))',
  sum: "rollup({ sum: (d) => op.sum(d.x) })",
  tail: "slice(-5)",
  to_csv: "toCSV()",
  to_dict: "objects()",
  toArray: "objects()",
  value_counts: 'groupby("column").count()',
  where: "filter((d) => d.x > 0)",
};

/** What Python's names are in TypeScript. */
const PYTHON_NAMES = new Map([
  ["print", "console.log(x)"],
  ["len", "table.numRows(), or list.length"],
  ["None", "null"],
  ["True", "true"],
  ["False", "false"],
]);

/** How to write code that a kernel rejected; null without a suggestion. */
export function codeHint(
  cell: string,
  message: string,
  catalogue: Catalogue,
  scope: CompletionScope,
): string | null {
  const [, magic] = /=[^\S\n]*%%(svc_(?:presto|hive))\b/.exec(cell) ?? [];
  if (magic !== undefined)
    return `%%${magic} keeps its result by -o: write %%${magic} -o name as the first line`;
  const unknown = [
    ...message.matchAll(/^(?:\d+:\d+ - )?(?:Cannot find name '(\w+)'|(\w+) is not defined)/gm),
  ].map(([, inTypes = "", atRun = ""]) => inTypes || atRun);
  const known = [...new Set(unknown)].flatMap((name) => nameHint(name, cell) ?? []);
  if (known.length > 0) return known.join("\n");
  const [, frame = "", column = ""] = /\b(\w+)\[["'](\w+)["']\]/.exec(cell) ?? [];
  if (frame !== "" && message.includes("Cannot read properties of undefined"))
    return `the values of a table's column are ${frame}.array("${column}")`;
  const [, found] = /Argument of type '"([^"]+)"' is not assignable to parameter of type/.exec(message) ?? [];
  const [, fields] = /\bName<\{ (.*?); \}>/.exec(message) ?? [];
  if (found !== undefined && fields !== undefined) return columnHint(found, fields);
  const [, property = "", type = ""] =
    /Property '(\w+)' does not exist on type '(Table|MagicTable)\b/.exec(message) ?? [];
  const [, object = "", method = ""] = /(?:\b(\w+)|\))\.(\w+) is not a function/.exec(message) ?? [];
  const name = type === "MagicTable" ? (new RegExp(`(\\w+)\\.${property}\\b`).exec(cell)?.[1] ?? "") : object;
  const database = scope.database;
  if (name !== "" && database !== null && findTable(catalogue, database, name) !== null)
    return `${name} describes the table; %%svc_presto -o rows with select * from ${name} reads it`;
  const verb = Object.entries(TABLE_VERBS).find(
    ([word]) => word === (type === "Table" ? property : method),
  )?.[1];
  return verb === undefined ? null : `a table has: ${verb}`;
}

/** How to declare, import or write a name that is not defined; null for unknown ones. */
function nameHint(name: string, cell: string): string | null {
  if (name === "aq") return 'import * as aq from "arquero";';
  const module = Object.entries(MODULES).find(([, names]) => names.split(" ").includes(name))?.[0];
  if (module !== undefined) return `import { ${name} } from "${module}";`;
  const python = PYTHON_NAMES.get(name);
  if (python !== undefined) return `TypeScript has no ${name}: write ${python}`;
  return new RegExp(`^\\s*${name}\\s*=[^=>]`, "m").test(cell)
    ? `declare a new variable: const ${name} = ...`
    : null;
}

function columnHint(found: string, fields: string): string {
  const columns = fields.split("; ").map((field) => field.replace(/:.*/, "").replace(/^"(.*)"$/, "$1"));
  const nearest = nearestName(found, columns);
  return `the table has no column "${found}"; ${nearest === null ? `it has ${columns.join(", ")}` : `did you mean "${nearest}"?`}`;
}
