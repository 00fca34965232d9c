import { nearestName } from "../../dialect/nearest-name.ts";
import { knownTable, type KnownCatalogue, type CompletionScope } from "../known-catalogue.ts";
import { foreignSyntax, pandasBrackets, pandasCall, pythonName, tableVerb } from "./python-hint.ts";

/** Modules of names used in examples. */
const MODULES: Readonly<Record<string, string>> = {
  "svclib/pandas_td":
    "connect create_engine interrupt_all interruptible onProgress onWarning read_local read_svc read_svc_job read_svc_query read_svc_table sql to_svc Table",
  "svclib/pandas_td/ipython":
    "display magic_context plot svc_databases svc_jobs svc_profile svc_tables svc_use",
  svclib:
    "AlreadyExistsError AuthError Client ConfigError DecodeError ForbiddenError HttpError InterruptedError Job NetworkError NotFoundError QueryEngine QueryError ServiceTable SvcError TimeoutError UploadError UsageError VERSION isAlreadyExistsError isAuthError isConfigError isDecodeError isForbiddenError isHttpError isInterruptedError isNetworkError isNotFoundError isQueryError isSvcError isTimeoutError isUploadError isUsageError",
  "svclib/writer": "BulkImportWriter InsertIntoWriter SparkWriter Writer",
  arquero: "desc escape not op rolling",
};

/** How to write code that a kernel rejected; null without a suggestion. */
export function codeHint(
  cell: string,
  message: string,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): string | null {
  const [, magic] = /=[^\S\n]*%%(svc_(?:presto|hive))\b/.exec(cell) ?? [];
  if (magic !== undefined)
    return `%%${magic} keeps its result by -o: write %%${magic} -o name as the first line`;
  const [, awaited] = /\bawait[^\S\n]*%(svc_\w+)/.exec(cell) ?? [];
  if (awaited !== undefined) return `%${awaited} waits by itself: leave out await`;
  const [, inline] = /(?:\breturn|[(:?>)])[^\S\n]*%(svc_\w+)/.exec(cell) ?? [];
  if (inline !== undefined && REFUSED.test(message))
    return `a magic stands alone on its line, or behind a name: const x = %${inline} ...`;
  if (/^[^\S\n]+(?:.*=[^\S\n]*)?%svc_/m.test(cell) && /^(?:\d+:\d+ - |SyntaxError: )'?await\b/m.test(message))
    return "a magic waits for the service: write async before the function that contains it";
  const [, twice] = /Identifier '(\w{1,255})' has already been declared/.exec(message) ?? [];
  if (twice !== undefined)
    return `${twice} is declared already, in a way that can't be declared anew: choose another name`;
  // A pattern can't be made of a name of a million letters.
  const unknown = [
    ...message.matchAll(/^(?:\d+:\d+ - )?(?:Cannot find name '(\w{1,255})'|(\w{1,255}) is not defined)/gm),
  ].map(([, inTypes = "", atRun = ""]) => inTypes || atRun);
  if (REFUSED.test(message)) {
    const hints = [pandasCall(cell), foreignSyntax(cell)].filter((hint) => hint !== null);
    if (hints.length > 0) return hints.join("\n");
  }
  const nameHints = [...new Set(unknown)].flatMap((name) => nameHint(name, cell) ?? []);
  if (nameHints.length > 0) return [...new Set(nameHints)].join("\n");
  if (unknown.length > 0 && /^[^\S\n]*%svc_use\b/m.test(cell))
    return "the tables of %svc_use are variables from the next cell on: give it a cell of its own";
  if (
    /^(?:\d+:\d+ - Type '.*' cannot be used as an index|.*a table has no property \w+, but a column:)/m.test(
      message,
    )
  ) {
    const brackets = pandasBrackets(cell);
    if (brackets !== null) return brackets;
  }
  const [, getter = ""] = message.includes("'get' accessor")
    ? (/\.(\w{1,60})\s*\(\s*\)/.exec(cell) ?? [])
    : [];
  if (getter !== "") return tableVerb(getter);
  const [, part = ""] = /\.(\w+)\s*[.[]/.exec(cell) ?? [];
  if (message.includes("Cannot read properties of undefined")) return tableVerb(part);
  const [, column] =
    /Argument of type '"([^"]+)"' is not assignable to parameter of type/.exec(message) ?? [];
  const [, fields] = /\bColumnName<\{ (.*?); \}>/.exec(message) ?? [];
  if (column !== undefined && fields !== undefined) return columnHint(column, fields);
  const [, property = "", type = "", row] =
    /Property '(\w{1,255})' does not exist on type '(?:(Table|MagicTable|Promise)\b<?)?(?:\{ (.*?); \})?/.exec(
      message,
    ) ?? [];
  if (row !== undefined && type === "Table" && columnsOf(row).includes(property))
    return `the values of a column are table.array("${property}")`;
  if (row !== undefined && type === "" && VERBS.test(cell) && !message.includes("Did you mean"))
    return nearestColumn(property, row);
  if (type === "Promise") return "this is a promise: write await before the call that makes it";
  const [, object = "", method = ""] = /(?:\b(\w+)|\))\.(\w+) is not a function/.exec(message) ?? [];
  const name = type === "MagicTable" ? (new RegExp(`(\\w+)\\.${property}\\b`).exec(cell)?.[1] ?? "") : object;
  const database = scope.database;
  if (name !== "" && database !== null && knownTable(catalogue, database, name) !== null)
    return method === "read"
      ? `${name} is a variable of yours; await magic_tables["${name}"].read() reads the table's rows`
      : `${name} describes the table; await ${name}.read() reads its rows`;
  if (object !== "" && METHODS.test(method)) return `${object} is no table; ${AWAIT_HINT}`;
  return tableVerb(type === "Table" ? property : method);
}

const AWAIT_HINT = "if it is a promise, write await before the call that makes it";

const VERBS = /\.(?:derive|filter|groupby|join\w*|orderby|rollup)\s*\(/;

/** Methods that few objects other than tables have. */
const METHODS =
  /^(?:array|columnNames|derive|describe|groupby|numCols|numRows|objects|orderby|rollup|select|slice|toCSV)$/;

/** Messages about a cell that could not be read as TypeScript. */
const REFUSED =
  /SyntaxError|expected|Invalid character|Unexpected|import alias|Cannot find name|is not defined/;

/** How to declare, import or write a name that is not defined; null for unknown ones. */
function nameHint(name: string, cell: string): string | null {
  if (name === "aq") return 'import * as aq from "arquero";';
  const module = Object.entries(MODULES).find(([, names]) => names.split(" ").includes(name))?.[0];
  if (module !== undefined) return `import { ${name} } from "${module}";`;
  const python = pythonName(name, cell);
  if (python !== null) return python;
  return new RegExp(`^\\s*${name}\\s*=[^=>]`, "m").test(cell)
    ? `declare a new variable: const ${name} = ...`
    : null;
}

const columnsOf = (fields: string): string[] =>
  fields.split("; ").map((field) => field.replace(/:.*/, "").replace(/^"(.*)"$/, "$1"));

function columnHint(name: string, fields: string): string {
  return (
    nearestColumn(name, fields) ?? `the table has no column "${name}"; it has ${columnsOf(fields).join(", ")}`
  );
}

function nearestColumn(name: string, fields: string): string | null {
  const nearest = nearestName(name, columnsOf(fields));
  return nearest === null ? null : `the table has no column "${name}"; did you mean "${nearest}"?`;
}
