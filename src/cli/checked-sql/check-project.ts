import type ts from "typescript";
import type { CatalogueColumn, KnownCatalogue } from "../../magics/known-catalogue.ts";
import {
  checkStatement,
  type StatementCheck,
  type StatementToCheck,
} from "../../magics/sql/check-statement.ts";
import type { ReadEngine } from "./find-engine.ts";
import type { ProjectStatement, ProjectStatements } from "./find-statements.ts";
import { RunTimeText, type SourcePosition, type SourceText } from "./source-text.ts";
import type { ProjectSymbols } from "./project-symbols.ts";

/** An error in a statement of a project. */
export interface ProjectFault {
  readonly from: SourcePosition;
  readonly to: SourcePosition;
  /** The kind of error, as the service names it. */
  readonly code: string;
  /** With the name that was probably meant. */
  readonly message: string;
}

/** What was found out about a statement. */
export type StatementResult =
  | { readonly columns: readonly CatalogueColumn[] }
  | { readonly fault: ProjectFault }
  | { readonly unchecked: string };

export interface CheckedStatement {
  readonly statement: ProjectStatement;
  readonly result: StatementResult;
}

/** The engine of statements for which a project does not say it. */
export type DefaultEngine = Partial<ReadEngine>;

type Engine = Pick<StatementToCheck, "dialect" | "database">;

/** Checks each statement of a project. Of one whose engine is not known, an error on all engines that it may have is one. */
export function checkProject(
  { statements, engines }: ProjectStatements,
  catalogue: KnownCatalogue,
  defaults: DefaultEngine,
): readonly CheckedStatement[] {
  return statements.map((statement) => {
    const results = enginesOf(statement.engine, engines, defaults).map((engine) =>
      checkOn(engine, statement, catalogue),
    );
    const result =
      results.find((one) => "columns" in one) ?? results.find((one) => "unchecked" in one) ?? results[0];
    return {
      statement,
      result: result ?? {
        unchecked: "its database is chosen at run time; --database names one to check it with",
      },
    };
  });
}

/** The engines that a statement may be for: its own, else the given one, else those that the project makes, else the client's default. */
function enginesOf(
  own: ReadEngine,
  projectEngines: readonly ReadEngine[],
  defaults: DefaultEngine,
): Engine[] {
  const dialect = own.dialect ?? defaults.dialect ?? null;
  const database = own.database ?? defaults.database ?? null;
  if (dialect !== null && database !== null) return [{ dialect, database }];
  if (own.variable === true && database === null) return [];
  const whole: Engine[] = [];
  for (const one of projectEngines) {
    const target = { dialect: dialect ?? one.dialect, database: database ?? one.database };
    if (target.dialect === null || target.database === null) continue;
    if (dialect !== null && one.dialect !== dialect && database === null) continue;
    if (!whole.some((other) => other.dialect === target.dialect && other.database === target.database))
      whole.push(target as Engine);
  }
  return whole.length > 0
    ? whole
    : [{ dialect: dialect ?? "presto", database: database ?? "sample_datasets" }];
}

function checkOn(engine: Engine, statement: ProjectStatement, catalogue: KnownCatalogue): StatementResult {
  let text: SourceText;
  try {
    text = statement.text(engine.dialect);
  } catch (error) {
    if (!(error instanceof RunTimeText)) throw error;
    return { unchecked: error.message };
  }
  if (text.text.trim() === "") return { unchecked: "it is empty" };
  const types = text.values.map((value) => templateValueType(statement.symbols, value));
  const check = (parameters?: readonly (string | null)[]): StatementCheck =>
    checkStatement({ sql: text.text, ...engine, ...(parameters && { parameters }) }, catalogue);
  const whole = check();
  if ("unknown" in whole) return { unchecked: whole.unknown };
  if ("fault" in whole) {
    const { fault } = whole;
    const { kind, message, meant, sure } = fault;
    const near = meant !== null || /did you mean/i.test(message);
    // A text of unknown type may be a part of the statement.
    if (types.some((type) => type.types === null))
      return { unchecked: "a value of the template may be anything" };
    const isWrong = sure || kind === "TABLE_NOT_FOUND" || (kind === "FUNCTION_NOT_FOUND" && near);
    if (!isWrong) return { unchecked: message };
    return faultAt(text, fault.from, fault.to, kind, withMeant(message, meant));
  }
  for (const [i, { types: alternatives, refused }] of types.entries()) {
    const value = text.values[i] as ts.Expression;
    if (refused !== null)
      return faultOn(
        value,
        "INVALID_PARAMETER_USAGE",
        `${value.getText()} can be ${refused}, which has no SQL literal`,
      );
    for (const each of alternatives ?? []) {
      const faults = each.map((type) => typeFault(check(atPlace(text, i, type))));
      if (faults.length > 0 && faults.every((fault) => fault !== null))
        return faultOn(
          value,
          "TYPE_MISMATCH",
          `${faults[0] ?? ""}; ${value.getText()} is ${typeText(statement, value)}`,
        );
    }
  }
  return whole;
}

const atPlace = ({ values }: SourceText, index: number, type: string): (string | null)[] =>
  values.map((_, i) => (i === index ? type : null));

const typeText = ({ symbols: { checker } }: ProjectStatement, value: ts.Expression): string =>
  checker.typeToString(checker.getTypeAtLocation(value));

const typeFault = (check: StatementCheck): string | null =>
  "fault" in check && check.fault.sure ? check.fault.message : null;

/** The service may be another than the local one. */
function withMeant(text: string, meant: string | null): string {
  const message = text.replace(" is not known in the local service", " is not known");
  return meant === null || /did you mean/i.test(message) ? message : `${message}; did you mean '${meant}'?`;
}

function faultAt(text: SourceText, from: number, to: number, code: string, message: string): StatementResult {
  const start = text.sourceOf(from);
  const end = text.sourceOf(to);
  // The error may end in another piece of the text.
  const isOne = end.file === start.file && end.offset > start.offset;
  return { fault: { from: start, to: isOne ? end : { ...start, offset: start.offset + 1 }, code, message } };
}

function faultOn(expression: ts.Expression, code: string, message: string): StatementResult {
  const file = expression.getSourceFile();
  const [from, to] = [expression.getStart(), expression.end].map((offset) => ({ file, offset }));
  return { fault: { from: from as SourcePosition, to: to as SourcePosition, code, message } };
}

/** What a value in a template can be. */
interface ValueType {
  /** For each type that it can have in TypeScript its types in SQL, of which one has to fit. Null: nothing is known. */
  readonly types: readonly (readonly string[])[] | null;
  /** What has no SQL literal: `undefined`, `Promise<string>`; null if all has. */
  readonly refused: string | null;
}

/** SQL types of what `Temporal` has, by class. */
const TEMPORAL: Readonly<Record<string, string>> = {
  PlainDate: "date", PlainDateTime: "timestamp", PlainTime: "time", Instant: "timestamp", ZonedDateTime: "timestamp",
}; // prettier-ignore

const ANY: ValueType = { types: null, refused: null };

/** The SQL types of a value in a template of the `sql` tag, by its TypeScript type. */
function templateValueType(symbols: ProjectSymbols, expression: ts.Expression): ValueType {
  return typeOf(symbols, symbols.checker.getTypeAtLocation(expression), true);
}

function typeOf(symbols: ProjectSymbols, type: ts.Type, isOuter: boolean): ValueType {
  const { checker, ts } = symbols;
  const { TypeFlags } = ts;
  const is = (flags: number): boolean => (type.flags & flags) !== 0;
  if (type.isUnion()) return union(type.types.map((part) => typeOf(symbols, part, isOuter)));
  if (is(TypeFlags.Null)) return { types: [], refused: null };
  if (is(TypeFlags.Undefined | TypeFlags.Void)) return { types: [], refused: "undefined" };
  if (is(TypeFlags.StringLike)) return one("varchar");
  // A whole number is an integer, any other a double.
  if (is(TypeFlags.NumberLike)) return one("bigint", "double");
  if (is(TypeFlags.BigIntLike)) return one("bigint");
  if (is(TypeFlags.BooleanLike)) return one("boolean");
  const item =
    isOuter && checker.isArrayLikeType(type)
      ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      : undefined;
  if (item !== undefined) return typeOf(symbols, item, false);
  const name = type.getSymbol()?.name ?? "";
  if (name === "Date") return one("timestamp");
  if (name === "Uint8Array" || name === "Buffer") return one("varbinary");
  const temporal = TEMPORAL[name];
  if (temporal !== undefined) return one(temporal);
  const refused =
    type.getCallSignatures().length > 0 || name === "Promise" || type.getProperty("then") !== undefined;
  return refused ? { types: [], refused: checker.typeToString(type) } : ANY;
}

const one = (...alternatives: string[]): ValueType => ({ types: [alternatives], refused: null });

function union(parts: readonly ValueType[]): ValueType {
  const refused = parts.find((part) => part.refused !== null)?.refused ?? null;
  if (parts.some(({ types }) => types === null)) return { types: null, refused };
  // `boolean` is a union too.
  const types = new Map(parts.flatMap((part) => part.types ?? []).map((each) => [each.join(), each]));
  return { types: [...types.values()], refused };
}
