import { extname } from "node:path";
import type { TranslationInput } from "../../cell/magic-record.ts";
import type { Program } from "../../cell/program.ts";
import { isIdentifier, quoteString } from "../../cell/source/code-text.ts";
import { checkTimeZone } from "../../time-zone.ts";
import { UsageError } from "../../../core/errors.ts";
import { FILE_ENDINGS, formatOfEnding } from "../../result/save/file-formats.ts";
import { plotOptionsCode, plotsResult } from "./plot-code.ts";

/** Source of a result: an engine's expression, and the call that reads with it. */
export interface ProgramSource {
  /** Null for SQL over tables of the notebook. */
  readonly engine: string | null;
  /** Expression of the table's promise. @param limit - Maximum rows, as code; null for all. */
  readonly read: (limit: string | null) => string;
  /** Whether the query orders its rows. */
  readonly ordered?: boolean;
  /** Expression of the result's tables as they arrive; a promise of them if it begins with `await`. Absent if they arrive at once. */
  readonly stream?: (limit: string | null) => string;
}

/** A statement of a program, and when it belongs there. The code is a function, as it notes what it imports. */
interface ProgramStep {
  readonly when: boolean;
  readonly code: () => string;
}

/** The program of a magic with a result: its steps, in this order, and what is shown. What `-o` keeps is always the whole table. */
export function resultProgram(input: TranslationInput, source: ProgramSource): Program {
  const { switches, values, names } = input;
  const table = names.of("table");
  const call = (name: string, ...more: string[]): string =>
    `${names.magic(name)}(${[table, ...more].join(", ")})`;
  const [limit, head] = [rowsOf(values, "limit"), rowsOf(values, "head")];
  const out = outName(input);
  const file = fileOf(values) ?? null;
  const zone = values.has("timezone") ? checkTimeZone(values.get("timezone") ?? "") : null;
  const isBound = out !== null || input.assigned;
  const quiet = switches.has("quiet");
  const pivots = switches.has("pivot");
  const plots = plotsResult(input);
  const streams =
    source.stream !== undefined &&
    file !== null &&
    // A stream of Arrow has the service's texts for dates; a table has Arrow's own types.
    formatOfEnding(extname(file)) !== "arrow" &&
    head === null &&
    !isBound &&
    !plots &&
    !pivots &&
    !switches.has("dropna");
  // Charts use all rows, before the pivot averages rows with equal keys.
  const drawsRows = plots && !pivots;
  const drawsCopy = drawsRows && (isBound || file !== null);
  const drawn = drawsCopy ? names.of("rows") : table;
  const chart = (): string =>
    `(${[drawn, ...plotOptionsCode(input, drawsRows ? zone : null, source.ordered ?? false)].join(", ")})`;
  const opening: ProgramStep[] = [
    { when: file !== null, code: () => `await ${names.magic("check_file")}(${quoteString(file ?? "")})` },
    { when: source.engine !== null, code: () => `const ${names.of("engine")} = ${source.engine}` },
    { when: switches.has("verbose") && !quiet, code: () => `${names.magic("verbose_progress")}()` },
  ];
  const streamed: ProgramStep[] = [
    // The whole table is not needed: rows are written as they arrive.
    {
      when: true,
      code: () =>
        `await ${names.magic("save")}(${[source.stream?.(limit), quoteString(file ?? ""), ...(zone === null ? [] : [`{ timezone: ${quoteString(zone)} }`])].join(", ")})`,
    },
  ];
  const steps: ProgramStep[] = [
    { when: true, code: () => `let ${table} = await ${source.read(limit)}` },
    { when: limit !== null, code: () => call("say_result") },
    { when: true, code: () => `${table} = ${call("time_to_date")}` },
    { when: switches.has("dropna"), code: () => `${table} = ${call("dropna")}` },
    { when: drawsCopy, code: () => `const ${drawn} = ${table}` },
    { when: pivots, code: () => `${table} = ${call("pivot")}` },
    { when: drawsCopy, code: () => `${table} = ${call("pivot", "{ if_possible: true }")}` },
    { when: !pivots && !drawsRows, code: () => `${table} = ${call("time_index")}` },
    {
      when: zone !== null && (!drawsRows || drawsCopy),
      code: () => `${table} = ${call("set_timezone", quoteString(zone ?? ""))}`,
    },
    { when: file !== null, code: () => `await ${call("save", quoteString(file ?? ""))}` },
    { when: out !== null && !quiet, code: () => call("say_result", quoteString(out ?? "")) },
    {
      when: head !== null && (isBound || plots),
      code: () => `${names.magic("display")}(${table}.slice(0, ${head}))`,
    },
    { when: isBound && plots, code: () => `${names.magic("show_plot")}${chart()}` },
  ];
  const statements = [...opening, ...(streams ? streamed : steps)]
    .filter(({ when }) => when)
    .map(({ code }) => `${code()};`);
  const value = isBound
    ? table
    : plots
      ? `${names.magic("plot")}${chart()}`
      : head !== null
        ? `${table}.slice(0, ${head})`
        : file === null
          ? table
          : null;
  const options = drawsRows ? plotOptionsCode(input, zone, source.ordered ?? false).join() || "{}" : null;
  return { statements, value, out, isPivot: isPivoted(input), chart: options };
}

/** Whether the resulting table is, or may be, a pivot. */
function isPivoted({ switches, values }: Pick<TranslationInput, "switches" | "values">): boolean {
  return switches.has("pivot") || plotsResult({ switches, values });
}

/** The number of rows of `--limit` or `--head`, as code. */
function rowsOf(values: TranslationInput["values"], option: "limit" | "head"): string | null {
  const rows = values.get(option);
  if (rows === undefined) return null;
  if (!/^\d{1,15}$/.test(rows))
    throw new UsageError(`option --${option}: '${rows}' is not a number of rows; write --${option} 1000`);
  return String(Number(rows));
}

/** File extensions of formats other than CSV. */
const OTHER_FORMS = /\.(7z|avro|bz2|feather|gz|h5|html|ods|orc|pkl|sqlite|xlsx?|xml|xz|zip|zst)$/i;

function fileOf(values: TranslationInput["values"]): string | undefined {
  const file = values.get("out-file");
  if (file === "") throw new UsageError("option --out-file needs the name of a file");
  const ending = file === undefined ? null : OTHER_FORMS.exec(file);
  if (ending)
    throw new UsageError(
      `option --out-file: ${ending[0]} files can't be written; end the name in ${FILE_ENDINGS}`,
    );
  return file;
}

/** Names that the compiled program of a magic uses itself. */
const NEEDED = /^(?:Object|Promise|exports|require)$/;

function outName({ values, assigned }: TranslationInput): string | null {
  const out = values.get("out");
  if (out === undefined) return null;
  if (assigned) throw new UsageError("the result is assigned already: leave --out away");
  if (!isIdentifier(out) || out.startsWith("__") || NEEDED.test(out))
    throw new UsageError(`option --out: '${out}' can't name a variable`);
  return out;
}
