import { UsageError } from "../../../core/errors.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import { quoteIn } from "../../../dialect/quote.ts";
import type { TranslationInput } from "../../cell/magic-record.ts";
import type { Program } from "../../cell/program.ts";
import { queryCode, type TableText, queryTables } from "../../cell/query-template.ts";
import { isIdentifier, quoteString } from "../../cell/source/code-text.ts";
import { ordersRows } from "./plot-code.ts";
import { resultProgram } from "./result-program.ts";

/** The program of SQL over tables of the notebook: what its FROM names are variables, files and jobs that `read_local` gets. */
export function translateLocal(dialect: Dialect, input: TranslationInput): Program {
  const { names, body, scope, switches, values, positional } = input;
  if (body.trim() === "") throw new UsageError("there is no query below this line");
  if (values.has("connection"))
    throw new UsageError("--local runs on the local service of this machine: leave --connection away");
  const { named, placeholders } = queryTables(body, dialect);
  const tables = new Map<string, string>();
  for (const { name, kind } of named) if (kind === "name" && scope.bound.has(name)) tables.set(name, name);
  const inFrom = new Map<number, TableText>();
  for (const { name, path, start } of placeholders) {
    if (!scope.bound.has(name)) continue;
    tables.set(path, path);
    inFrom.set(start, { instead: quoteIn(path, dialect) });
  }
  const jobs = named.filter(({ kind }) => kind === "job");
  for (const { name } of jobs)
    tables.set(name, `await ${names.core("read_svc_job")}(${name.slice(4, -1)}, ${names.of("engine")})`);
  const files = [...new Set(named.flatMap(({ kind, name }) => (kind === "file" ? [name.slice(1, -1)] : [])))];
  const query = queryCode(body, dialect, scope.bound, names.of("sql"), inFrom);
  if (query.tagged) names.core("sql");
  const database =
    positional ?? (scope.database === null ? null : { kind: "text" as const, text: scope.database });
  const optionsCode = (limit: string | null): string => {
    const entries = [...tables].map(([name, code]) =>
      name === code && isIdentifier(name)
        ? name
        : `${isIdentifier(name) ? name : quoteString(name)}: ${code}`,
    );
    const fields = [
      ...(entries.length > 0 ? [`tables: { ${entries.join(", ")} }`] : []),
      ...(files.length > 0 ? [`files: [${files.map(quoteString).join(", ")}]`] : []),
      ...(dialect === "hive" ? [`type: "hive"`] : []),
      ...(database === null
        ? []
        : [`database: ${database.kind === "variable" ? database.name : quoteString(database.text)}`]),
      ...(limit === null ? [] : [`limit: ${limit}`]),
      ...(switches.has("quiet") ? ["show_progress: false"] : []),
    ];
    return fields.length === 0 ? "" : `, { ${fields.join(", ")} }`;
  };
  const program = resultProgram(input, {
    ordered: ordersRows(body, dialect),
    engine:
      jobs.length === 0 ? null : `${names.magic("job_engine")}(${names.magic("magic_context")}.connect())`,
    read: (limit) => `${names.core("read_local")}(${query.code}${optionsCode(limit)})`,
  });
  // Types of files, of jobs and of other values are not known in advance.
  const isKnown = !query.tagged && inFrom.size === 0 && jobs.length === 0 && files.length === 0;
  return isKnown
    ? { ...program, rows: { sql: body, dialect, database: scope.database ?? "", dates: true, isLocal: true } }
    : program;
}
