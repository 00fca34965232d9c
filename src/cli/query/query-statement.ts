import { text } from "node:stream/consumers";
import { readUserFile } from "../../core/files/read-user-file.ts";
import { checkFile } from "../../core/files/replace-file.ts";
import type { Client } from "../../core/client.ts";
import { isNotFoundError, isQueryError } from "../../core/error-guards.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { sqlExcerpt } from "../../core/sql/sql-excerpt.ts";
import { fillQuery, placeholderNames, unboundNames } from "../../magics/cell/query-template.ts";
import { parameterValue } from "../../magics/cell/parameter-value.ts";
import { statementHint } from "../../magics/explain/statement-hint.ts";
import { CommandError, EXIT } from "../report-error.ts";
import { withClient } from "../with-client.ts";
import { showProgress } from "./progress-line.ts";
import { writeOutput, type OutputOptions } from "./result-output.ts";

export interface QuerySettings extends OutputOptions {
  readonly file?: string;
  readonly engine: "presto" | "hive";
  readonly database: string;
  /** Values by name, as typed. */
  readonly parameter: ReadonlyMap<string, string>;
  readonly direct?: boolean;
  readonly quiet?: boolean;
}

/** Runs a statement and writes its result. @throws CommandError, QueryError */
export async function queryStatement(sql: string | undefined, settings: QuerySettings): Promise<void> {
  const { engine, database, parameter, direct = false, output } = settings;
  const template = await statementText(sql, settings.file);
  checkParameters(template, settings);
  const values = new Map([...parameter].map(([name, text]) => [name, parameterValue(text)]));
  const statement = values.size === 0 ? template : fillQuery(template, engine, values);
  if (output !== undefined) await checkFile(output);
  const hidden = settings.quiet === true || !process.stderr.isTTY;
  await withClient({ database }, async (client, signal) => {
    const options = { engine, signal, ...(direct ? {} : { force_job: true }) };
    const stopProgress = hidden ? null : showProgress();
    try {
      await writeOutput(
        (limited) => ({
          whole: () => client.query(statement, { ...options, ...limited }),
          parts: client.stream(statement, { ...options, ...limited }),
        }),
        settings,
      );
    } catch (error) {
      if (isNotFoundError(error)) throw await withDatabases(error, client, settings);
      throw withHints(error, template, settings);
    } finally {
      stopProgress?.();
    }
  });
}

/** The statement of the argument, the file or standard input. @throws CommandError for none, or two. */
async function statementText(sql: string | undefined, file: string | undefined): Promise<string> {
  if (sql !== undefined && file !== undefined)
    throw new CommandError("give the statement as an argument or by --file, not both", EXIT.usage);
  if (sql !== undefined) return sql;
  if (file !== undefined && file !== "-") return (await readUserFile(file)).replace(/^\uFEFF/, "");
  if (file === undefined && process.stdin.isTTY)
    throw new CommandError('no statement: svclib query "select 1", or -f FILE', EXIT.usage);
  return text(process.stdin);
}

/** @throws CommandError for a parameter that the statement does not use, which may be a slip. */
function checkParameters(template: string, { parameter, engine }: QuerySettings): void {
  const names = placeholderNames(template, engine);
  for (const name of parameter.keys()) {
    if (names.includes(name)) continue;
    const uses = names.length === 0 ? "no parameters" : names.map((name) => `{${name}}`).join(", ");
    throw new CommandError(`-p ${name}: the statement has ${uses}, not {${name}}`, EXIT.usage);
  }
}

/** The error for a database that the key does not see, with what it sees; another error unchanged. */
async function withDatabases(error: Error, client: Client, { database }: QuerySettings): Promise<Error> {
  const names = (await client.list_databases().catch(() => null))?.map(({ name }) => name);
  if (names === undefined || names.includes(database) || nearestName(database, names) !== null) return error;
  const message =
    names.length === 0
      ? `the key sees no database, nor ${database}: use a key with a role in one, or make one: svclib query --direct "create schema NAME"`
      : `${error.message}; choose one that the key sees: -d ${names[0]}`;
  return new CommandError(message, EXIT.failed, { cause: error });
}

/** A failed query with what may be meant: a parameter without a value, a word of another dialect. */
function withHints(error: unknown, template: string, { parameter, engine }: QuerySettings): unknown {
  if (!isQueryError(error) || error.sql === null) return error;
  const { sql, serverMessage, line, column } = error;
  const unbound = serverMessage.includes("'{'") ? unboundNames(template, engine, [...parameter.keys()]) : [];
  const hint = statementHint({ sql, dialect: engine, serverMessage, line, column });
  const hints = [
    ...unbound.map((name) => `{${name}} has no value: -p ${name}=VALUE`),
    ...(hint === null ? [] : [hint]),
  ];
  if (hints.length === 0) return error;
  const lines = [error.message, ...sqlExcerpt(sql, line, column), ...hints];
  return new CommandError(lines.join("\n"), EXIT.failed, { cause: error });
}
