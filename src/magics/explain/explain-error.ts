// This folder: an error as the notebook shows it: the line of SQL, a caret, the name that was meant.

import type { KnownCatalogue, CompletionScope } from "../known-catalogue.ts";
import type { CellPlan } from "../cell/cell-plan.ts";
import {
  findPlaceholders,
  nameAtPlace,
  otherBraces,
  placeholderNames,
  unboundNames,
} from "../cell/query-template.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import { isExcerpt, sqlExcerpt } from "../../core/sql/sql-excerpt.ts";
import { positionOf } from "../../dialect/parse/position.ts";
import { nameOf, scan } from "../../dialect/parse/scan.ts";
import { magicArguments, magicDatabase, magicDialect } from "../cell/arguments/magic-arguments.ts";
import { codeHint } from "./code-hint.ts";
import { statementHint } from "./statement-hint.ts";
import { suggestName, type FailedQuery } from "./suggest-name.ts";

/** Error of a failed cell, from Jupyter. */
export interface CellError {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback?: unknown;
}

/**
 * Lines to show below a query's error: the line of SQL with a caret at the error's position if the kernel did not show it, and the name that was probably meant. Empty for
 * other errors and cells. Sends nothing.
 */
export function explainError(
  { calls, code }: CellPlan,
  error: CellError,
  catalogue: KnownCatalogue,
  scope: CompletionScope,
): string[] {
  const [call] = calls;
  const lines = Array.isArray(error.traceback) ? (error.traceback as string[]) : [];
  if (call === undefined || call.body === null) {
    // In svc-tslab, type errors are lines of the traceback.
    const hint = codeHint(code, [error.evalue, ...lines].join("\n"), catalogue, scope);
    return hint === null ? [] : [hint];
  }
  const dialect = magicDialect(call.name);
  const variables = scope.variables ?? [];
  const [, index] = /^value (\d+) of the sql template/.exec(error.evalue) ?? [];
  if (index !== undefined) {
    const name = nameAtPlace(call.body, dialect, variables, Number(index));
    if (name === null) return [];
    return [`value ${index} is {${name}}`];
  }
  const [, early, twice] =
    /^(?:Cannot access '(.+)' before initialization|Identifier '(.+)' has already been declared)$/.exec(
      error.evalue,
    ) ?? [];
  const out = magicArguments(call)?.values.get("out");
  if (out !== undefined && out === early)
    return [
      `-o ${out} makes a new variable, so that the query can't read the old ${out}: choose another name`,
    ];
  if (out !== undefined && out === twice)
    return [`${out} was declared by const or var, and can't be declared anew: choose another name for -o`];
  if (error.ename !== "QueryError") return [];
  const unbound = unboundNames(call.body, dialect, variables).map((name) => noVariable(name, variables));
  const [, line, column] = /\bline (\d+):(\d+)/.exec(error.evalue) ?? [];
  const failed = {
    sql: call.body,
    dialect,
    serverMessage: error.evalue,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  };
  const before = (call.body.split("\n")[(failed.line ?? 1) - 1] ?? "").slice(0, failed.column ?? 0);
  // After a variable's value, the engine's columns differ from the cell's.
  const exact = placeholderNames(before, dialect).length === 0 ? failed.column : null;
  const excerpt = lines.some(isExcerpt) ? [] : sqlExcerpt(call.body, failed.line, exact);
  if (error.evalue.includes("'{'")) {
    const unread = [...unbound, ...otherBraces(call.body, dialect).map(noPlaceholder)];
    return [...excerpt, ...(unread.length > 0 ? unread : emptyNames(call.body, dialect))];
  }
  const [, missing = ""] =
    /\btable '?(?:[\w]+\.)*(\w+)'? (?:does not exist|not found)/i.exec(error.evalue) ?? [];
  if (variables.includes(missing)) return [...excerpt, useLocal(missing)];
  const slip = statementHint(failed);
  const suggestion =
    slip !== null || /did you mean/i.test(error.evalue)
      ? null
      : suggestName(failed, catalogue, magicDatabase(call, scope));
  const hints = suggestion === null ? textHint(failed) : [`did you mean ${suggestion}?`];
  return [...excerpt, ...hints, ...(slip === null ? [] : [slip])];
}

/** A type error's text with the place in the cell for that in the program of its query: of a field that a variable in braces lacks. */
export function placedInCell({ calls, code }: CellPlan, text: string): string {
  const [call] = calls;
  if (call === undefined || call.body === null) return text;
  const { body, bodyStart, name } = call;
  return text.replace(/^\d+:\d+(?= - Property '([^']+)' does not exist)/, (position, field: string) => {
    const all = findPlaceholders(body, magicDialect(name)).map(({ start, end }) => {
      const at = `${body.slice(start, end - 1)}.`.replace(":", ".").indexOf(`.${field}.`);
      return at < 0 ? null : { path: body.slice(start, start + at), start: bodyStart + start + at + 1 };
    });
    const places = all.filter((place) => place !== null);
    const [first] = places;
    if (first === undefined || places.some(({ path }) => path !== first.path)) return position;
    const { line, column } = positionOf(code, first.start);
    return `${line}:${column}`;
  });
}

/** A query on a service can't read the notebook's tables by their names. */
const useLocal = (name: string): string =>
  `${name} is a variable of the notebook: {${name}} in FROM sends a small table with the query; --local on the magic's line runs the query on this machine, where it can read it; or await to_svc(${name}, "database.${name}", connect()) writes it to the service`;

/** Variables without a value, whose placeholders were sent to the engine. */
function emptyNames(query: string, dialect: Dialect): string[] {
  return unboundNames(query, dialect, []).map(
    (name) => `if the variable ${name} has no value yet, give it one; null means NULL`,
  );
}

const noPlaceholder = (braces: string): string =>
  `${braces} is no variable: braces take {name} or {name.field}, with :id for names, :raw for SQL; give other values a name first`;

function noVariable(name: string, variables: readonly string[]): string {
  const nearest = nearestName(name, variables);
  return `there is no variable called ${name}${nearest === null ? "" : `; did you mean {${nearest}}?`}`;
}

/** In Presto double quotes are for names; the user may have meant a string. */
function textHint({ sql, dialect, serverMessage }: FailedQuery): string[] {
  const [, name] = /column '([^']+)' cannot be resolved/i.exec(serverMessage) ?? [];
  if (dialect === "hive" || name === undefined) return [];
  const quoted = [...scan(sql, dialect)].find(
    (token) => token.kind === "quoted" && nameOf(token)?.toLowerCase() === name.toLowerCase(),
  );
  if (quoted === undefined) return [];
  const text = nameOf(quoted) ?? name;
  return [
    `"${text}" in double quotes is a column; write text in single quotes: '${text.replaceAll("'", "''")}'`,
  ];
}
