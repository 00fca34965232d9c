/** How methods and properties of pandas, lists and other libraries are written with tables here. */
const TABLE_VERBS: Readonly<Record<string, string>> = {
  agg: "rollup({ mean: (d) => op.mean(d.x) })",
  aggregate: "rollup({ mean: (d) => op.mean(d.x) })",
  append: "concat(other)",
  apply: "derive({ x: escape((d) => ...) })",
  astype: "derive({ x: (d) => op.parse_float(d.x) })",
  columns: "columnNames()",
  copy: "derive({ ... }), which leaves the table as it is",
  corr: 'rollup({ r: op.corr("x", "y") })',
  cumsum: "derive({ total: rolling((d) => op.sum(d.x)) })",
  drop: 'select(aq.not("column"))',
  drop_duplicates: "dedupe()",
  dropna: "filter((d) => d.x !== null)",
  dtypes: "schema",
  fillna: "impute({ x: () => 0 })",
  find: "filter((d) => d.x > 0)",
  first: "slice(0, 1)",
  group_by: 'groupby("column")',
  groupBy: 'groupby("column")',
  head: "slice(0, 5)",
  iloc: "object(0) of one row, slice(0, 5) of several",
  info: "schema, and describe()",
  isna: "filter((d) => d.x === null)",
  isnull: "filter((d) => d.x === null)",
  iterrows: "objects(): for (const row of table.objects()) ...",
  itertuples: "objects(): for (const row of table.objects()) ...",
  last: "slice(-1)",
  len: "numRows()",
  length: "numRows()",
  loc: "filter((d) => d.x > 0)",
  map: "derive({ x: (d) => d.y }), or objects().map(...)",
  max: "rollup({ max: (d) => op.max(d.x) })",
  mean: "rollup({ mean: (d) => op.mean(d.x) })",
  median: "rollup({ median: (d) => op.median(d.x) })",
  melt: 'fold(["x", "y"])',
  merge: 'join(other, ["key", "key"])',
  min: "rollup({ min: (d) => op.min(d.x) })",
  nlargest: 'orderby(desc("x")).slice(0, 5)',
  notna: "filter((d) => d.x !== null)",
  nsmallest: 'orderby("x").slice(0, 5)',
  nunique: "rollup({ n: (d) => op.distinct(d.x) })",
  order_by: 'orderby("column")',
  pivot_table: 'groupby("row").pivot("column", { v: op.mean("x") })',
  quantile: 'rollup({ q: op.quantile("x", 0.9) })',
  query: "filter((d) => d.x > 0)",
  resample: "groupby({ month: (d) => op.utcyear(d.time) * 100 + op.utcmonth(d.time) + 1 })",
  reset_index: "set_index()",
  rolling: "derive({ mean: rolling((d) => op.mean(d.x), [-6, 0]) })",
  shape: "numRows() and numCols()",
  shift: 'derive({ before: op.lag("x", 1) })',
  sort: 'orderby("column")',
  sort_index: 'orderby("column")',
  sort_values: 'orderby("column"), or orderby(desc("column"))',
  std: "rollup({ std: (d) => op.stdev(d.x) })",
  sum: "rollup({ sum: (d) => op.sum(d.x) })",
  tail: "slice(-5)",
  toArray: "objects()",
  to_csv: "toCSV(); a file: the query's -O sales.csv",
  to_dict: "objects()",
  to_excel: "toCSV(); a file that Excel opens: the query's -O sales.csv",
  to_frame: "the table itself",
  to_json: "toJSON(); a file: the query's -O sales.jsonl",
  to_list: 'array("column")',
  to_parquet: "a file by the query's -O sales.parquet",
  tolist: 'array("column")',
  to_sql: 'await to_svc(table, "database.table", connect())',
  transpose: "fold and pivot",
  unique: 'dedupe("column").array("column")',
  value_counts: 'groupby("column").count()',
  values: "objects()",
  var: "rollup({ v: (d) => op.variance(d.x) })",
  where: "filter((d) => d.x > 0)",
};

/** Names of pandas' charts. */
const CHARTS = /^(?:plot|hist|boxplot|scatter|bar|line)$/;

/** How a property or method that a table lacks is written; null for unknown ones. */
export function tableVerb(word: string): string | null {
  if (CHARTS.test(word)) return "a chart is drawn by await plot(table), or --plot in the query's first line";
  return Object.hasOwn(TABLE_VERBS, word) ? `a table has: ${TABLE_VERBS[word]}` : null;
}

/** Python's names and their equivalents in TypeScript. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  False: "false",
  None: "null",
  True: "true",
  and: "a && b",
  bool: "Boolean(x)",
  datetime: 'new Date("2024-01-31")',
  elif: "else if (...) { ... }",
  enumerate: "list.entries()",
  float: "Number(x)",
  int: "Math.trunc(x)",
  len: "table.numRows(), or list.length",
  not: "!a",
  or: "a || b",
  plt: "await plot(table), or --plot in the query's first line",
  print: "console.log(x)",
  range: "for (let i = 0; i < 10; i++), or Array.from({ length: 10 }, (_, i) => i)",
  round: "Math.round(x), or x.toFixed(2)",
  sns: "await plot(table), or --plot in the query's first line",
  sorted: "list.toSorted((a, b) => a - b)",
  str: "String(x)",
};

const AGGREGATES = /^(?:sum|mean|max|min|median|count|stdev|variance)$/;

/** How a name of Python, SQL or pandas that is not defined is written; null for others. */
export function pythonName(name: string, cell: string): string | null {
  if (Object.hasOwn(PYTHON_NAMES, name)) return `TypeScript has no ${name}: write ${PYTHON_NAMES[name]}`;
  if (name === "pd" || name === "np") return `${name} is a package of Python; ${ELSEWHERE}`;
  if (AGGREGATES.test(name) && new RegExp(`\\b${name}\\s*\\(`).test(cell))
    return `in a verb of a table it is op.${name}, of numbers Math.${/^m(?:ax|in)$/.test(name) ? name : "..."}`;
  return new RegExp(`[(,]\\s*${name}\\s*=[^=>]`).test(cell)
    ? "arguments have no names here: give them in order, or as the fields of an object: { name: value }"
    : null;
}

const ELSEWHERE =
  'a query is a cell with %%svc_presto -o df, and df has verbs such as df.groupby("x").count()';

const SHELL =
  'a command of the shell is run by: import { execSync } from "node:child_process"; execSync("ls").toString()';
const CLOCK = 'put console.time("cell"); first and console.timeEnd("cell"); last';
const PACKAGES =
  'packages are installed in a terminal: npm install NAME; in svc-deno import "npm:NAME" needs no installation';
const NO_SETUP = "charts need no setup: --plot in the query's first line, or await plot(table)";

/** IPython's magics and their equivalents here. */
const IPYTHON_MAGICS: Readonly<Record<string, string>> = {
  bash: SHELL,
  cd: 'the folder is changed by process.chdir("folder")',
  conda: PACKAGES,
  env: 'variables of the environment are process.env["NAME"]',
  ls: SHELL,
  matplotlib: NO_SETUP,
  pip: PACKAGES,
  pwd: "the folder is process.cwd()",
  pylab: NO_SETUP,
  sh: SHELL,
  sql: "a query is a cell with %%svc_presto, or %%svc_hive, as its first line",
  system: SHELL,
  time: CLOCK,
  timeit: CLOCK,
};

/** How a magic of IPython's is written here; null for others. */
export const ipythonMagic = (name: string): string | null =>
  Object.hasOwn(IPYTHON_MAGICS, name) ? (IPYTHON_MAGICS[name] ?? null) : null;

/** Python's syntax: a pattern in the cell, and how it is written here. */
const SYNTAX: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^[^\S\n]*(?:from\s+[\w.]+\s+import\b|import\s+[\w.]+(?:\s+as\s+\w+)?[^\S\n]*$)/m,
    `packages of Python can't be imported here; ${ELSEWHERE}`,
  ],
  [/^[^\S\n]*!(?:pip3?|conda|npm)\b/m, PACKAGES],
  [
    /^[^\S\n]*!(?:cat|cp|curl|echo|git|head|ls|mkdir|mv|pwd|python3?|rm|wc|wget)\b(?!\s*[.(=&|?:;,)])/m,
    SHELL,
  ],
  [/\blambda\b[^\n:]*:/, "a function is written (x) => ..."],
  [
    /^[^\S\n]*(?:for\s+[\w, ]+\s+in\b[^\n]*:|(?:if|elif|while|with)\b[^\n]*:[^\S\n]*$|def\s+\w+\s*\(|else\s*:)/m,
    "blocks are written in braces: for (const row of table) { ... }, if (x > 0) { ... }, function twice(x) { ... }",
  ],
  [/(?:^|[^\w"'`])f["']/, "a text with values is written in backquotes: `${name} rows`"],
  [/^[^\S\n]*#(?!\w+\s*[=;:(!?])/m, "a comment begins with //"],
  [/[^\w"'`](?:and|or)[^\w"'`]/, "and, or, not are written &&, ||, !"],
  [
    /^\s*(?:select|with)\b[^;]*\b(?:from|as)\b/i,
    "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line",
  ],
];

/** Strings and comments, whose words don't count. */
const TEXTS = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`/g;

/** How Python's or SQL's syntax in a cell that was refused is written here; null without any. */
export function foreignSyntax(cell: string): string | null {
  const code = cell.replaceAll(TEXTS, '""');
  return SYNTAX.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
