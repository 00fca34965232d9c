import { UsageError } from "../../core/errors.ts";
import { findMagic, ALL_MAGICS } from "../commands/all-magics.ts";
import { callProgram } from "../commands/call-program.ts";
import { nearestName } from "../../dialect/nearest-name.ts";
import { blankMagics } from "./blank-magics.ts";
import { declaredNames } from "./declared-names.ts";
import { findMagics } from "./find-magics.ts";
import type { MagicCall } from "./magic-call.ts";
import type { CellScope, MagicRecord } from "./magic-record.ts";
import { parseArguments } from "./parse-arguments.ts";
import { programCode, type Program } from "./program.ts";
import { exactLexer } from "./source-lexer.ts";
import { quoteString } from "./string-literal.ts";
import { magicLabel } from "./usage.ts";

export { candidateNames } from "./candidate-names.ts";

/**
 * Translates a cell with magics to TypeScript; a cell without any comes back as it is. Every line keeps its number, but for a cell
 * magic, which is the whole cell.
 *
 * @throws UsageError on an unknown magic, option or argument; then nothing has been run.
 */
export function translateCell(cell: string, scope: CellScope): string {
  const calls = findMagics(cell);
  if (calls.length === 0) return cell;
  const blanked = blankMagics(cell, calls);
  const declared = declaredNames(blanked, exactLexer(blanked));
  let code = "";
  let done = 0;
  for (const call of calls) {
    const { text, start } = translateCall(cell, call, scope, declared);
    code += cell.slice(done, start) + text;
    // Line breaks that the magic went over stay, so that the lines below keep their numbers.
    if (call.kind !== "cell") code += "\n".repeat(cell.slice(call.start, call.end).split("\n").length - 1);
    done = call.end;
  }
  return code + cell.slice(done);
}

function translateCall(
  cell: string,
  call: MagicCall,
  scope: CellScope,
  declared: Set<string>,
): { text: string; start: number } {
  const record = recordOf(call);
  const layout = call.kind === "cell" ? "lines" : "line";
  if (call.kind === "help")
    return { text: `${programCode(helpProgram(record), layout)};`, start: call.start };
  // What the cell itself declares above can be referred to as well.
  const bound = new Set([...scope.bound, ...declared]);
  const parsed = parseArguments(record, call.line, bound);
  const input = {
    ...parsed,
    body: call.body ?? "",
    scope: { ...scope, bound },
    assigned: call.target !== null,
  };
  const program = parsed.switches.has("help") ? helpProgram(record) : record.translate(input);
  const prefix = assignment(cell, call, program, scope, declared);
  const shown = `${prefix}${programCode(program, "lines")};`;
  const dryRun = parsed.switches.has("dry-run");
  const run = dryRun
    ? showProgram(shown)
    : parsed.switches.has("verbose")
      ? withCodeShown(program, shown)
      : program;
  return {
    text: `${dryRun && program.out !== null ? "" : prefix}${programCode(run, layout)};`,
    start: call.target?.start ?? call.start,
  };
}

/** What comes before the program: `let df = ` for `-o df`; for `x = %svc_job 1` the target, declared where that is due. */
function assignment(
  cell: string,
  call: MagicCall,
  { out, rowType = null }: Program,
  scope: CellScope,
  declared: Set<string>,
): string {
  const { target, nested } = call;
  const name = target?.name ?? out;
  const typed = target === null ? `${out ?? ""} = ` : cell.slice(target.start, call.start);
  if (name === null) return target === null ? "" : typed;
  const known = declared.has(name) || (nested && scope.bound.has(name));
  const declares = !known && (target?.keyword ?? null) === null;
  if (!nested) declared.add(name);
  if (!declares) return typed;
  return out === null || rowType === null
    ? `let ${typed}`
    : `let ${out}: import("svclib/pandas_td").Table<${rowType}> = `;
}

function helpProgram(record: MagicRecord): Program {
  return callProgram("magic_help", [quoteString(record.name)]);
}

function showProgram(code: string): Program {
  return callProgram("show_code", [quoteString(code)]);
}

function withCodeShown(program: Program, code: string): Program {
  return {
    ...program,
    fromMagics: [...program.fromMagics, "show_code"],
    statements: [...program.statements, `${program.names.of("show_code")}(${quoteString(code)});`],
  };
}

/** The record of a call, which must be typed as the magic's kind asks. */
function recordOf(call: MagicCall): MagicRecord {
  const record = findMagic(call.name);
  const typed = `${"%".repeat(call.percents)}${call.name}`;
  if (record === null) {
    const nearest = nearestName(
      call.name,
      ALL_MAGICS.map((candidate) => candidate.name),
    );
    const suggestion =
      nearest === null ? "%lsmagic lists those that there are" : `did you mean ${labelOf(nearest)}?`;
    throw new UsageError(`there is no magic ${typed}; ${suggestion}`);
  }
  if (call.kind === "help") return record;
  if (record.kind === "line" && call.percents === 2) {
    throw new UsageError(`${typed} is a line magic: write %${record.name}`);
  }
  if (record.kind === "cell" && call.percents === 1) {
    throw new UsageError(
      `${typed} is a cell magic: write %%${record.name} as the first line of a cell, and the query below it`,
    );
  }
  if (record.kind === "cell" && call.kind === "line") {
    throw new UsageError(`${typed} must be the first line of its cell`);
  }
  return record;
}

function labelOf(name: string): string {
  const record = findMagic(name);
  return record === null ? name : magicLabel(record);
}
