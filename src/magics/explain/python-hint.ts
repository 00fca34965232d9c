import { PANDAS_PROPERTIES } from "../../core/table/refuse-column-properties.ts";

/** How methods and properties of pandas, lists and other libraries are written with tables here. */
const TABLE_VERBS: Readonly<Record<string, string>> = {
  ...PANDAS_PROPERTIES,
  agg: "rollup({ mean: (d) => op.mean(d.x) })",
  aggregate: "rollup({ mean: (d) => op.mean(d.x) })",
  append: "concat(other)",
  apply: "derive({ x: escape((d) => ...) })",
  assign: "derive({ x: (d) => d.y * 2 })",
  astype: "derive({ x: (d) => op.parse_float(d.x) })",
  copy: "derive({ ... }), which leaves the table as it is",
  corr: 'rollup({ r: op.corr("x", "y") })',
  cumsum: "derive({ total: rolling((d) => op.sum(d.x)) })",
  drop: 'select(aq.not("column"))',
  drop_duplicates: "dedupe()",
  dropna: "filter((d) => d.x !== null)",
  fillna: "impute({ x: () => 0 })",
  find: "filter((d) => d.x > 0)",
  first: "slice(0, 1)",
  group_by: 'groupby("column")',
  groupBy: 'groupby("column")',
  head: "slice(0, 5)",
  info: "schema, and describe()",
  isin: 'filter((d) => op.includes(["a", "b"], d.x))',
  isna: "filter((d) => d.x === null)",
  isnull: "filter((d) => d.x === null)",
  iterrows: "objects(): for (const row of table.objects()) ...",
  itertuples: "objects(): for (const row of table.objects()) ...",
  last: "slice(-1)",
  len: "numRows()",
  length: "numRows()",
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
  rename: 'rename({ old: "new" })',
  resample: "groupby({ month: (d) => op.utcyear(d.time) * 100 + op.utcmonth(d.time) + 1 })",
  reset_index: "set_index()",
  rolling: "derive({ mean: rolling((d) => op.mean(d.x), [-6, 0]) })",
  shift: 'derive({ before: op.lag("x", 1) })',
  size: "count(), after groupby; size itself is the number of rows",
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
  to_html: "toHTML()",
  to_json: "toJSON(); a file: the query's -O sales.jsonl",
  to_list: 'array("column")',
  to_parquet: "toArrowIPC(); a file: the query's -O sales.parquet",
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
  if (CHARTS.test(word)) return "a chart is drawn by plot(table), or --plot in the query's first line";
  return Object.hasOwn(TABLE_VERBS, word) ? `a table has: ${TABLE_VERBS[word]}` : null;
}

/** Strings and comments, whose words don't count. */
const TEXTS = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`/g;
const withoutTexts = (cell: string): string => cell.replaceAll(TEXTS, '""');

/** A verb called as in pandas, with names before its arguments or with a lambda; null for other calls. */
export function pandasCall(cell: string): string | null {
  const [, verb = ""] =
    /\.(\w{1,60})\s*\((?=[^;)\n]*?(?:\blambda\b|\b\w+\s*=(?![=>])))/.exec(withoutTexts(cell)) ?? [];
  return tableVerb(verb);
}

/** How what pandas writes in brackets behind a table is written: columns, a condition, a new column. */
export function pandasBrackets(cell: string): string | null {
  const [, name, rest = ""] = /[\w)]\[\s*(["'][^"'\n]*["'])\s*\](.*)/.exec(cell) ?? [];
  if (/\w\[\s*\[/.test(cell)) return 'some columns: table.select("a", "b")';
  if (/\w\[\s*\(?\s*\w+(?:\[["']|\.\w).*[<>=]/.test(cell)) return "some rows: table.filter((d) => d.x > 0)";
  if (name === undefined) return null;
  if (/^\s*=(?![=>])/.test(rest)) return `a new column: table.derive({ ${name}: (d) => d.x * 2 })`;
  return tableVerb(/^\.(\w{1,60})\b/.exec(rest)?.[1] ?? "");
}

/** Python's names and their equivalents in TypeScript. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  Exception: "new Error(text)",
  False: "false",
  None: "null",
  True: "true",
  abs: "Math.abs(x)",
  and: "a && b",
  bool: "Boolean(x)",
  datetime: 'new Date("2024-01-31")',
  dict: "{ name: value }",
  dir: "a dot and Tab, which list what a value has",
  elif: "else if (...) { ... }",
  enumerate: "list.entries()",
  float: "Number(x)",
  help: "the name and Shift-Tab",
  int: "Math.trunc(x)",
  isinstance: "x instanceof Date, or typeof x",
  len: "table.numRows(), or list.length",
  list: "[...x]",
  not: "!a",
  open: 'readFile("x.txt", "utf8") of "node:fs/promises"',
  or: "a || b",
  plt: "plot(table), or --plot in the query's first line",
  print: "console.log(x)",
  range: "for (let i = 0; i < 10; i++), or Array.from({ length: 10 }, (_, i) => i)",
  round: "Math.round(x), or x.toFixed(2)",
  sns: "plot(table), or --plot in the query's first line",
  sorted: "list.toSorted((a, b) => a - b)",
  str: "String(x)",
  td: 'await read_svc_query(sql, create_engine("presto:db")), of "svclib/pandas_td"',
  timedelta: "milliseconds: new Date(Date.now() - 7 * 86_400_000)",
  type: "typeof x; table.schema has a table's types",
  zip: "a.map((x, i) => [x, b[i]])",
};

/** What packages of Python do, and where it is here. */
const PANDAS_FUNCTIONS: Readonly<Record<string, string>> = {
  "pd.DataFrame": "aq.table({ a: [1, 2] }), or aq.from(rows)",
  "pd.concat": "df.concat(other)",
  "pd.merge": 'df.join(other, "key")',
  "pd.read_csv": "aq.fromCSV(text, { autoType: false })",
  "pd.read_sql": 'await read_svc_query(sql, create_engine("presto:db"))',
  "pd.to_datetime": 'parse_dates: ["day"] where the table is read, or new Date(text)',
};

/** Functions of many values, and what takes a list of numbers. */
const AGGREGATES: Readonly<Record<string, string>> = {
  count: "list.length",
  max: "Math.max(...list)",
  mean: "",
  median: "",
  min: "Math.min(...list)",
  stdev: "",
  sum: "list.reduce((a, b) => a + b, 0)",
  variance: "",
};

/** How a name of Python, SQL or pandas that is not defined is written; null for others. */
export function pythonName(name: string, cell: string): string | null {
  if (Object.hasOwn(PYTHON_NAMES, name)) return `TypeScript has no ${name}: write ${PYTHON_NAMES[name]}`;
  if (name === "pd" || name === "np") {
    const [called = ""] = /\bpd\.[a-z]+(?:_csv|_sql|_datetime)?/i.exec(cell) ?? [];
    return `${name} is a package of Python; ${Object.hasOwn(PANDAS_FUNCTIONS, called) ? `write ${PANDAS_FUNCTIONS[called]}` : ELSEWHERE}`;
  }
  const ofList = Object.hasOwn(AGGREGATES, name) && new RegExp(`\\b${name}\\s*\\(`).test(cell);
  if (ofList)
    return `in a verb of a table it is op.${name}${AGGREGATES[name] && `, of a list ${AGGREGATES[name]}`}`;
  return new RegExp(`[(,]\\s*${name}\\s*=[^=>]`).test(cell)
    ? "arguments have no names here: give them in order, or as the fields of an object: { name: value }"
    : null;
}

/** A value whose description IPython would show. */
const QUESTION = /^\s*(?:\?{1,2}[\w.]+|[\w.]+\?{1,2})\s*$/;

const ELSEWHERE =
  'a query is a cell with %%svc_presto -o df, and df has verbs such as df.groupby("x").count()';

const SHELL =
  'a command of the shell is run by: import { execSync } from "node:child_process"; execSync("ls").toString()';
const CLOCK = 'put console.time("cell"); first and console.timeEnd("cell"); last';
const PACKAGES =
  'packages are installed in a terminal: npm install NAME; in svc-deno import "npm:NAME" needs no installation';
const NO_SETUP = "charts need no setup: --plot in the query's first line, or plot(table)";

const TRINO = "a query in Trino's SQL is a cell with %%svc_presto as its first line";

/** IPython's magics and their equivalents here. */
const IPYTHON_MAGICS: Readonly<Record<string, string>> = {
  bash: SHELL,
  cd: 'the folder is changed by process.chdir("folder")',
  conda: PACKAGES,
  config: NO_SETUP,
  env: 'variables of the environment are process.env["NAME"]',
  ls: SHELL,
  matplotlib: NO_SETUP,
  pip: PACKAGES,
  pwd: "the folder is process.cwd()",
  pylab: NO_SETUP,
  reset: "all variables go with Kernel, Restart Kernel",
  run: 'a file is run by await import("./file.ts")',
  sh: SHELL,
  hive: "a query is a cell with %%svc_hive as its first line",
  presto: "a query is a cell with %%svc_presto as its first line",
  sql: "a query is a cell with %%svc_presto, or %%svc_hive, as its first line",
  svc_sql: TRINO,
  svc_trino: TRINO,
  system: SHELL,
  time: CLOCK,
  timeit: CLOCK,
  trino: TRINO,
  writefile: 'a file is written by await writeFile("x.txt", text), of "node:fs/promises"',
};

/** How a magic of IPython's is written here; null for others. */
export const ipythonMagic = (name: string): string | null =>
  Object.hasOwn(IPYTHON_MAGICS, name) ? (IPYTHON_MAGICS[name] ?? null) : null;

/** Python's syntax: a pattern in the cell, and how it is written here. */
const SYNTAX: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^[^\S\n]*(?:from\s+svclib[\w.]*\s+import\b|import\s+svclib[\w.]*(?:\s+as\s+\w+)?[^\S\n]*$)/m,
    'notebooks have svclib\'s functions without an import; a script writes import { connect, read_svc_query } from "svclib/pandas_td"',
  ],
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
    /^[^\S\n]*(?:for\s+[\w, ]+\s+in\b[^\n]*:|(?:if|elif|while|with|except)\b[^\n]*:[^\S\n]*$|(?:if|while)\s+[^\s(][^\n]*:|def\s+\w+\s*\(|(?:else|try|finally)\s*:)/m,
    "blocks are written in braces: for (const row of table) { ... }, if (x > 0) { ... }, function twice(x) { ... }",
  ],
  [
    /^\s*(?:(?:select|with)\b[^;]*\b(?:from|as)\b|select\s+[\d'*]|(?:create|drop|alter)\s+(?:or\s+replace\s+)?(?:schema|database|table|view)\b|insert\s+into\b|delete\s+from\b|show\s+(?:tables|databases|schemas|columns|create|functions)\b|(?:describe|desc|explain)\s+[\w".]+\s*;?\s*$|explain\s+(?:analyze\s+)?(?:select|with)\b|values\s*\()/i,
    "SQL needs %%svc_presto, or %%svc_hive, as the cell's first line",
  ],
  [
    /[[{(][^\n]*\sfor\s+[\w, ]+\s+in\b/,
    "a list is made of another by list.filter((x) => x > 0).map((x) => x * 2)",
  ],
  [/(?:^|[^\w"'`])f["']/, "a text with values is written in backquotes: `${name} rows`"],
  [/^[^\S\n]*#(?!\w+\s*[=;:(!?])|\s#\s/m, "a comment begins with //"],
  [/^[^\S\n]*assert\s+[^\s(]/m, 'assert is written if (!(x > 0)) throw new Error("...")'],
  [/\w\s+is\s+(?:not\s+)?None\b/, "x is None is written x === null, x is not None x !== null"],
  [/[^\w"'`](?:and|or)[^\w"'`]|(?:^|[^\w.])not\s+[\w(]/m, "and, or, not are written &&, ||, !"],
];

/** How Python's or SQL's syntax in a cell that was refused is written here; null without any. */
export function foreignSyntax(cell: string): string | null {
  if (QUESTION.test(cell)) return "Shift-Tab behind a name explains it; of the magics %svc_tables? does";
  if (/^[^\S\n]*("""|''')/m.test(cell)) return "a text of several lines is written in backquotes: `...`";
  const code = withoutTexts(cell);
  return SYNTAX.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
