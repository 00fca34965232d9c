import { UsageError } from "../../core/errors.ts";
import { findMagic, ALL_MAGICS } from "../commands/all-magics.ts";
import { callProgram } from "../commands/program/call-program.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { ipythonMagic } from "../explain/python-hint.ts";
import { toArgument } from "./arguments/split-arguments.ts";
import type { CellPlan } from "./cell-plan.ts";
import { referredNames } from "./candidate-names.ts";
import { LocalNames } from "./local-names.ts";
import type { MagicCall } from "./magic-call.ts";
import type { CellScope, MagicArguments, MagicRecord, TranslationInput } from "./magic-record.ts";
import { parseArguments } from "./arguments/parse-arguments.ts";
import { programCode, shownCode, type Program } from "./program.ts";
import { quoteString } from "./source/code-text.ts";
import { magicLabel } from "./arguments/usage.ts";
import type { CatalogueColumn } from "../known-catalogue.ts";
import type { TypedRows } from "../sql/row-type.ts";

/** What can be known of a program's rows before it runs. */
interface RowTypes {
  /** The type of rows, such as `{ origin: string }`; null when unknown. */
  readonly rowType: (rows: TypedRows) => string | null;
  /** The names and service types of their columns; null when unknown. */
  readonly columnsOfRows: (rows: TypedRows) => readonly CatalogueColumn[] | null;
}

const UNKNOWN: RowTypes = { rowType: () => null, columnsOfRows: () => null };

/**
 * Translates a cell with magics to TypeScript; a cell without magics is returned unchanged. Lines keep their numbers, except for a
 * cell magic, which replaces the whole cell.
 *
 * @returns a function from row types to code.
 * @throws UsageError for an unknown magic, option or argument, before anything runs.
 */
export function translateCell(plan: CellPlan, scope: CellScope): (types?: RowTypes) => string {
  const { code: cell, calls } = plan;
  if (calls.length === 0) return () => cell;
  const { ownNames } = plan;
  const pieces: (string | TypedText)[] = [];
  let copiedTo = 0;
  for (const call of calls) {
    const { text, start } = translateCall(cell, call, scope, ownNames);
    pieces.push(cell.slice(copiedTo, start), text);
    // Keeps the magic's line breaks, so that later lines keep their numbers.
    if (call.kind !== "cell")
      pieces.push("\n".repeat(cell.slice(call.start, call.end).split("\n").length - 1));
    copiedTo = call.end;
  }
  pieces.push(cell.slice(copiedTo));
  return (types = UNKNOWN) =>
    pieces.map((piece) => (typeof piece === "string" ? piece : piece(types))).join("");
}

/** Code that declares a variable with its row type. */
type TypedText = (types: RowTypes) => string;

function translateCall(
  cell: string,
  call: MagicCall,
  scope: CellScope,
  ownNames: Set<string>,
): { text: TypedText; start: number } {
  const record = recordOf(call);
  // Names declared earlier in the cell are variables too.
  const bound = new Set([...scope.bound, ...ownNames]);
  const parsed = call.kind === "help" ? NO_ARGUMENTS : parseArguments(record, call.line);
  const referred = referredNames(call, parsed).filter((name) => bound.has(name));
  const usedNames = new Set([...referred, ...(scope.script?.reserved ?? [])]);
  const names = new LocalNames(usedNames);
  const asksHelp = call.kind === "help" || parsed.switches.has("help");
  const program = asksHelp
    ? callProgram(names, "magic_help", quoteString(record.name))
    : translated(record, {
        ...parsed,
        positional: parsed.positional && toArgument(parsed.positional, bound),
        names,
        body: call.body ?? "",
        scope: { ...scope, bound },
        assigned: call.target !== null,
      });
  const prefix = assignment(cell, call, program, scope, ownNames);
  const code: TypedText = (type) => shownCode(program, names, prefix(type));
  const layout = call.kind === "cell" ? "lines" : "line";
  const text: TypedText = (type) => {
    const isDry = parsed.switches.has("dry-run");
    const own = isDry ? new LocalNames(usedNames) : names.copy();
    const run = isDry
      ? dryProgram(own, code(type), program, type)
      : parsed.switches.has("verbose")
        ? withCodeShown(program, own, code(type))
        : program;
    const assigned = isDry && program.out !== null ? "" : prefix(type);
    return `${assigned}${programCode(run, own, layout, scope.script)};`;
  };
  return { text, start: call.target?.start ?? call.start };
}

/** The program of a magic. @throws UsageError that names the magic. */
function translated(record: MagicRecord, input: TranslationInput): Program {
  try {
    return record.translate(input);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${magicLabel(record)}: ${error.message}`) : error;
  }
}

/** The code before the program: `let df = ` for `-o df`; for `x = %svc_job 1` the target, with a declaration if needed. */
function assignment(
  cell: string,
  call: MagicCall,
  { out, rows = null, isPivot = false }: Program,
  scope: CellScope,
  ownNames: Set<string>,
): TypedText {
  const { target, nested } = call;
  const name = target?.name ?? out;
  const assignmentText = target === null ? `${out ?? ""} = ` : cell.slice(target.start, call.start);
  if (name === null) return () => (target === null ? "" : assignmentText);
  const isDeclared = ownNames.has(name) || (nested && scope.bound.has(name));
  const keyword = target?.keyword ?? (isDeclared ? null : "let");
  if (!nested) ownNames.add(name);
  if (keyword === null) return () => assignmentText;
  const plain = target?.keyword ? assignmentText : `let ${assignmentText}`;
  if (rows === null || isPivot || target?.hasType === true) return () => plain;
  return ({ rowType }) => {
    const type = rowType(rows);
    return type === null ? plain : `${keyword} ${name}: import("svclib/pandas_td").Table<${type}> = `;
  };
}

const NO_ARGUMENTS: MagicArguments = { positional: null, values: new Map(), switches: new Set() };

/** Shows a program's code, and the specification of its chart. */
function dryProgram(
  names: LocalNames,
  code: string,
  { rows, chart = null }: Program,
  types: RowTypes,
): Program {
  if (chart === null) return callProgram(names, "show_code", quoteString(code));
  const columns = rows ? types.columnsOfRows(rows) : null;
  if (columns === null || columns.some(({ type }) => type === null)) {
    const unknown =
      "// The chart follows from the columns of the result, which are not known before it runs.";
    return callProgram(names, "show_code", quoteString(`${code}\n${unknown}`));
  }
  const named = columns.map(({ name, type }) => [name, name === "time" ? "timestamp with time zone" : type]);
  const spec = callProgram(names, "show_spec", JSON.stringify(named), chart);
  return { ...spec, statements: [`${names.magic("show_code")}(${quoteString(code)});`] };
}

function withCodeShown(program: Program, names: LocalNames, code: string): Program {
  return {
    ...program,
    statements: [...program.statements, `${names.magic("show_code")}(${quoteString(code)});`],
  };
}

/** The record of a call. @throws UsageError if its percent signs don't match the magic's kind. */
function recordOf(call: MagicCall): MagicRecord {
  const record = findMagic(call.name);
  const spelling = `${"%".repeat(call.percents)}${call.name}`;
  if (record === null) {
    const nearest = nearestName(
      call.name,
      ALL_MAGICS.map((candidate) => candidate.name),
    );
    const suggestion =
      ipythonMagic(call.name) ??
      (nearest === null ? "%lsmagic lists all magics" : `did you mean ${labelOf(nearest)}?`);
    throw new UsageError(`there is no magic ${spelling}; ${suggestion}`);
  }
  if (call.kind === "help") return record;
  if (record.kind === "line" && call.percents === 2)
    throw new UsageError(`${spelling} is a line magic: write %${record.name}`);
  if (record.kind === "cell" && call.percents === 1)
    throw new UsageError(
      `${spelling} is a cell magic: write %%${record.name} as the first line of a cell, and the query below it`,
    );
  if (record.kind === "cell" && call.kind === "line")
    throw new UsageError(`${spelling} must be the first line of its cell`);
  return record;
}

function labelOf(name: string): string {
  const record = findMagic(name);
  return record === null ? name : magicLabel(record);
}
