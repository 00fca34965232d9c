// This folder: the program that a query's magic becomes, step by step.

import type { LocalNames } from "../../cell/local-names.ts";
import type { MagicRecord, TranslationInput } from "../../cell/magic-record.ts";
import type { Program } from "../../cell/program.ts";
import { queryCode, queryTables } from "../../cell/query-template.ts";
import { quoteString } from "../../cell/source/code-text.ts";
import type { Dialect } from "../../../dialect/dialect.ts";
import { nameInQuery } from "../../../dialect/quote.ts";
import { UsageError } from "../../../core/errors.ts";
import { HELP, LOCAL, RESULT_OPTIONS } from "./common-options.ts";
import { engineCode } from "./engine-code.ts";
import { translateLocal } from "./local-program.ts";
import { ordersRows } from "./plot-code.ts";
import { resultProgram } from "./result-program.ts";

/** The record of `%%svc_presto` or `%%svc_hive`. */
export function queryCommand(dialect: Dialect, title: string): MagicRecord {
  return {
    name: `svc_${dialect}`,
    kind: "cell",
    summary: `Runs the ${title} query below its line`,
    details: [
      "{name} in the query inserts the value of that variable as an SQL literal, {name.field} one of its fields.",
      "After FROM and JOIN, {name} is a small table or list of row objects, sent with the query (up to 1,000 rows).",
      "{name:id} inserts it as the name of a column or a table, {name:raw} its text unchanged.",
      "A column called time becomes a date, and the index.",
    ],
    positional: {
      name: "database",
      kind: "database",
      required: false,
      help: "database of the query; without it, the one chosen by %svc_use",
    },
    options: RESULT_OPTIONS.flatMap((option) => (option === HELP ? [LOCAL, HELP] : [option])),
    examples: [
      `%%svc_${dialect} sample_datasets`,
      `%%svc_${dialect} sample_datasets -o df -T Asia/Tokyo --plot`,
    ],
    translate: (input) => (input.switches.has("local") ? translateLocal : translateQuery)(dialect, input),
  };
}

function translateQuery(dialect: Dialect, input: TranslationInput): Program {
  const { names } = input;
  if (input.body.trim() === "") throw new UsageError("there is no query below this line");
  // As --local names it, whose FROM and columns are the same.
  const inFrom = new Map(
    queryTables(input.body, dialect).placeholders.flatMap(({ start, path, aliased }) =>
      aliased ? [] : [[start, { after: ` as ${nameInQuery(path, dialect)}` }] as const],
    ),
  );
  const query = queryCode(input.body, dialect, input.scope.bound, names.of("sql"), inFrom);
  const program = resultProgram(input, {
    ordered: ordersRows(input.body, dialect),
    engine: engineCode(input, descriptorCode(dialect, input)),
    read: (limit) =>
      `${names.core("read_svc_query")}(${query.code}, ${names.of("engine")}${limit === null ? "" : `, { limit: ${limit} }`})`,
    stream: (limit) =>
      `${names.of("engine")}.client.stream(${query.code}, { ${engineField(names)}, force_job: true${limit === null ? "" : `, limit: ${limit}`} })`,
  });
  if (query.tagged) names.core("sql");
  const { positional, scope, body } = input;
  const database = positional === null ? scope.database : positional.kind === "text" ? positional.text : null;
  // Result types with values or another connection are not known in advance.
  return query.tagged || database === null || input.values.has("connection")
    ? program
    : { ...program, rows: { sql: body, dialect, database, dates: true } };
}

function engineField(names: LocalNames): string {
  return names.of("engine") === "engine" ? "engine" : `engine: ${names.of("engine")}`;
}

/** `"presto:sample_datasets"`, or a template if the database is a variable. */
function descriptorCode(dialect: Dialect, { body, positional, scope, values }: TranslationInput): string {
  if (positional?.kind === "variable") return `\`${dialect}:\${${positional.name}}\``;
  // The connection may be an engine with its own database.
  if (positional === null && values.has("connection")) return quoteString(dialect);
  const database = positional?.text ?? scope.database;
  if (database === null) {
    const [, created] = /^\s*create\s+(?:schema|database)\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(body) ?? [];
    throw new UsageError(
      created === undefined
        ? `no database: name one, as in %%svc_${dialect} sample_datasets, or choose one with %svc_use`
        : `no database is chosen to run this in: name any, as in %%svc_${dialect} sample_datasets, or write await connect().create_database_if_not_exists("${created}")`,
    );
  }
  return quoteString(`${dialect}:${database}`);
}
