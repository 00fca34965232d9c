import { isIdentifier } from "../cell/identifier.ts";
import type { LocalNames } from "../cell/local-names.ts";
import type { MagicRecord, TranslationInput } from "../cell/magic-record.ts";
import type { Program } from "../cell/program.ts";
import { quoteString } from "../cell/string-literal.ts";
import { magicError } from "../cell/usage.ts";
import { checkTimeZone } from "../time-zone.ts";
import { UsageError } from "../../core/errors.ts";

/** Where a result comes from: an engine, and the call that reads with it. Names are those before {@link LocalNames}. */
export interface ResultSource {
  /** Names used of `svclib/pandas_td`. */
  readonly fromCore: readonly string[];
  /** Names used of `svclib/pandas_td/ipython`. */
  readonly fromMagics: readonly string[];
  /** Expression of the engine. */
  readonly engine: string;
  /** Expression of the table's promise. */
  readonly read: string;
}

/**
 * The program of a magic that gives a result: look at the file to write, read, `time` to date, `--dropna`, pivot or `time` as index, `--timezone`, files,
 * plot, in this order.
 */
export function resultProgram(
  record: MagicRecord,
  input: TranslationInput,
  names: LocalNames,
  source: ResultSource,
): Program {
  const { switches, values } = input;
  const table = names.of("table");
  const steps: string[] = [];
  const used = new Set(source.fromMagics);
  const step = (name: string, ...more: string[]): string => {
    used.add(name);
    return `${names.of(name)}(${[table, ...more].join(", ")})`;
  };

  const verbose = switches.has("verbose") && !switches.has("quiet");
  if (verbose) used.add("verbose_progress");
  steps.push(`${table} = ${step("time_to_date")};`);
  if (switches.has("dropna")) steps.push(`${table} = ${step("dropna")};`);
  const pivots = switches.has("pivot") || switches.has("plot");
  steps.push(`${table} = ${step(pivots ? "pivot" : "time_index")};`);
  const zone = values.get("timezone");
  if (zone !== undefined)
    steps.push(`${table} = ${step("set_timezone", quoteString(zoneOf(record, zone)))};`);
  const file = fileOf(record, values);
  if (file !== undefined) {
    used.add("check_file");
    steps.push(`await ${step("save", quoteString(file))};`);
  }

  const out = outName(record, input);
  const kept = out !== null || input.assigned;
  let value: string | null = kept || file === undefined ? table : null;
  if (switches.has("plot")) {
    if (kept) {
      used.add("display");
      steps.push(`${names.of("display")}(await ${step("plot")});`);
    } else {
      value = step("plot");
    }
  }
  return {
    fromCore: source.fromCore,
    fromMagics: [...used],
    names,
    statements: [
      ...(file === undefined ? [] : [`await ${names.of("check_file")}(${quoteString(file)});`]),
      `const ${names.of("engine")} = ${source.engine};`,
      ...(verbose ? [`${names.of("verbose_progress")}();`] : []),
      `let ${table} = await ${source.read};`,
      ...steps,
    ],
    value,
    out,
  };
}

function zoneOf(record: MagicRecord, zone: string): string {
  try {
    return checkTimeZone(zone);
  } catch (error) {
    throw error instanceof UsageError ? magicError(record, error.message) : error;
  }
}

/** Endings of forms that nobody should find CSV in. */
const OTHER_FORMS = /\.(7z|arrow|avro|bz2|feather|gz|h5|html|ods|orc|pkl|sqlite|xlsx?|xml|xz|zip|zst)$/i;

function fileOf(record: MagicRecord, values: TranslationInput["values"]): string | undefined {
  const file = values.get("out-file");
  if (file === "") throw magicError(record, "option --out-file needs the name of a file");
  const ending = file === undefined ? null : OTHER_FORMS.exec(file);
  if (ending) {
    throw magicError(
      record,
      `option --out-file: ${ending[0]} files can't be written; end the name in .csv, .tsv, .jsonl or .parquet`,
    );
  }
  return file;
}

function outName(record: MagicRecord, { values, assigned }: TranslationInput): string | null {
  const out = values.get("out");
  if (out === undefined) return null;
  if (assigned) throw magicError(record, "the result is assigned already: leave --out away");
  if (!isIdentifier(out) || out.startsWith("__")) {
    throw magicError(record, `option --out: '${out}' can't name a variable`);
  }
  return out;
}
