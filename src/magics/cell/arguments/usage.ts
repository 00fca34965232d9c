import { UsageError } from "../../../core/errors.ts";
import type { MagicRecord, OptionRecord } from "../magic-record.ts";

/** A magic's name as typed: `%svc_job`, `%%svc_presto`. */
export function magicLabel(record: Pick<MagicRecord, "kind" | "name">): string {
  return `${record.kind === "cell" ? "%%" : "%"}${record.name}`;
}

/** Usage line: `usage: %svc_job [-n] [-o OUT] job_id`. */
export function usageLine(record: MagicRecord): string {
  const options = record.options.map((option) => `[${optionForm(option)}]`);
  const { positional } = record;
  const last = positional === null ? [] : [positional.required ? positional.name : `[${positional.name}]`];
  return ["usage:", magicLabel(record), ...options, ...last].join(" ");
}

/** Short usage: `%svc_job [options] job_id`. */
export function shortUsage(record: MagicRecord): string {
  const { positional } = record;
  const last =
    positional === null ? "" : positional.required ? ` ${positional.name}` : ` [${positional.name}]`;
  return `${magicLabel(record)}${record.options.length > 1 ? " [options]" : ""}${last}`;
}

/** Usage, summary, argument and options: the text of `--help` and `%name?`. */
export function helpText(record: MagicRecord): string {
  const { positional } = record;
  const rows = record.options.map((option) => [optionForms(option), option.help] as const);
  const named = positional === null ? [] : [[positional.name, positional.help] as const];
  const width = Math.max(...[...named, ...rows].map(([form]) => form.length), 0);
  const table = (title: string, lines: readonly (readonly [string, string])[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines.map(([form, help]) => `  ${form.padEnd(width)}  ${help}`)];
  return [
    usageLine(record),
    "",
    `${record.summary}.`,
    ...record.details,
    ...table("argument:", named),
    ...table("options:", rows),
    ...(record.examples.length === 0 ? [] : ["", "examples:", ...record.examples.map((line) => `  ${line}`)]),
  ].join("\n");
}

/** `-o OUT`, or the long form if there is no short one. */
function optionForm(option: OptionRecord): string {
  const form = option.short === undefined ? `--${option.name}` : `-${option.short}`;
  return option.value === undefined ? form : `${form} ${option.value}`;
}

/** `-o OUT, --out OUT`. */
export function optionForms(option: OptionRecord): string {
  const value = option.value === undefined ? "" : ` ${option.value}`;
  const short = option.short === undefined ? "" : `-${option.short}${value}, `;
  return `${short}--${option.name}${value}`;
}

/** A usage error of a magic: the problem, and the usage line below it. */
export function usageError(record: MagicRecord, problem: string): UsageError {
  return new UsageError(`${magicLabel(record)}: ${problem}\n${usageLine(record)}`);
}
