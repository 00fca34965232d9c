import { isIdentifier } from "../../cell/source/identifier.ts";
import type { TranslationInput } from "../../cell/magic-record.ts";
import type { Program } from "../../cell/program.ts";
import { quoteString } from "../../cell/source/string-literal.ts";
import { checkTimeZone } from "../../time-zone.ts";
import { UsageError } from "../../../core/errors.ts";
import { plotOptionsCode, plotsResult } from "./plot-code.ts";

/** Source of a result: an engine's expression, and the call that reads with it. */
export interface ProgramSource {
  readonly engine: string;
  /** Expression of the table's promise. @param limit - Maximum rows, as code; null for all. */
  readonly read: (limit: string | null) => string;
  /** Whether the query orders its rows. */
  readonly ordered?: boolean;
  /** Expression of the result's tables as they arrive; a promise of them if it begins with `await`. */
  readonly stream: (limit: string | null) => string;
}

/**
 * The program of a magic with a result: check the output file, read, dates, `--dropna`, pivot or `time` as index, `--timezone`, files,
 * plot, in this order.
 */
export function resultProgram(input: TranslationInput, source: ProgramSource): Program {
  const { switches, values, names } = input;
  const table = names.of("table");
  const step = (name: string, ...more: string[]): string =>
    `${names.magic(name)}(${[table, ...more].join(", ")})`;

  const limit = limitOf(values);
  const out = outName(input);
  const kept = out !== null || input.assigned;
  const file = fileOf(values);
  const plots = plotsResult(input);
  const zone = values.has("timezone") ? checkTimeZone(values.get("timezone") ?? "") : null;
  const pivots = switches.has("pivot");
  const verbose = switches.has("verbose") && !switches.has("quiet");
  const opening = [
    ...(file === undefined ? [] : [`await ${names.magic("check_file")}(${quoteString(file)});`]),
    `const ${names.of("engine")} = ${source.engine};`,
    ...(verbose ? [`${names.magic("verbose_progress")}();`] : []),
  ];
  if (file !== undefined && !kept && !plots && !pivots && !switches.has("dropna")) {
    // The whole table is not needed: rows are written as they arrive.
    const options = zone === null ? "" : `, { timezone: ${quoteString(zone)} }`;
    const saved = `await ${names.magic("save")}(${source.stream(limit)}, ${quoteString(file)}${options});`;
    return { statements: [...opening, saved], value: null, out };
  }
  const steps = [`let ${table} = await ${source.read(limit)};`];
  if (limit !== null) steps.push(`${step("say_result")};`);
  steps.push(`${table} = ${step("time_to_date")};`);
  if (switches.has("dropna")) steps.push(`${table} = ${step("dropna")};`);
  // Charts use all rows, before the pivot averages rows with equal keys.
  const drawn = plots && !pivots && (kept || file !== undefined) ? names.of("rows") : table;
  if (drawn !== table) steps.push(`const ${drawn} = ${table};`);
  const charted = plots && !pivots;
  if (pivots) steps.push(`${table} = ${step("pivot")};`);
  else if (drawn !== table) steps.push(`${table} = ${step("pivot", "{ if_possible: true }")};`);
  else if (!charted) steps.push(`${table} = ${step("time_index")};`);
  if (zone !== null && !(charted && drawn === table))
    steps.push(`${table} = ${step("set_timezone", quoteString(zone))};`);
  if (file !== undefined) steps.push(`await ${step("save", quoteString(file))};`);
  if (out !== null && !switches.has("quiet")) steps.push(`${step("say_result", quoteString(out))};`);

  let value: string | null = kept || file === undefined ? table : null;
  if (plots) {
    const show = names.magic(kept ? "show_plot" : "plot");
    const call = `${show}(${[drawn, ...plotOptionsCode(input, charted ? zone : null, source.ordered ?? false)].join(", ")})`;
    if (kept) steps.push(`${call};`);
    else value = call;
  }
  return { statements: [...opening, ...steps], value, out };
}

/** Whether the resulting table is, or may be, a pivot. */
export function isPivoted({ switches, values }: Pick<TranslationInput, "switches" | "values">): boolean {
  return switches.has("pivot") || plotsResult({ switches, values });
}

/** The number of `--limit`, as code. */
function limitOf(values: TranslationInput["values"]): string | null {
  const limit = values.get("limit");
  if (limit === undefined) return null;
  if (!/^\d{1,15}$/.test(limit))
    throw new UsageError(`option --limit: '${limit}' is not a number of rows; write --limit 1000`);
  return String(Number(limit));
}

/** File extensions of formats other than CSV. */
const OTHER_FORMS = /\.(7z|arrow|avro|bz2|feather|gz|h5|html|ods|orc|pkl|sqlite|xlsx?|xml|xz|zip|zst)$/i;

function fileOf(values: TranslationInput["values"]): string | undefined {
  const file = values.get("out-file");
  if (file === "") throw new UsageError("option --out-file needs the name of a file");
  const ending = file === undefined ? null : OTHER_FORMS.exec(file);
  if (ending)
    throw new UsageError(
      `option --out-file: ${ending[0]} files can't be written; end the name in .csv, .tsv, .jsonl or .parquet`,
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
