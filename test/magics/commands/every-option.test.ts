import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import type { MagicRecord, OptionRecord } from "../../../src/magics/cell/magic-record.ts";
import { translateCell } from "../../../src/magics/cell/translate-cell.ts";
import { ALL_MAGICS } from "../../../src/magics/commands/all-magics.ts";
import { PLOT_OPTIONS } from "../../../src/magics/commands/program/plot-code.ts";

const readPage = (name: string): string =>
  readFileSync(`${import.meta.dirname}/../../../docs/${name}.md`, "utf8");
const DOCUMENTED = readPage("magics");
const CHARTS = readPage("charts");

/** An argument and a value for each of their names in the usage lines. */
const ARGUMENTS: Readonly<Record<string, string>> = { job_id: "7", extension: "svclib.pandas_td.ipython", module: "svclib.pandas_td.ipython", table: "t", database_name: "db1" }; // prettier-ignore
const VALUES: Readonly<Record<string, string>> = {
  MARK: "bar", COLUMN: "a", COLUMNS: "a", TITLE: "t", CONNECTION: "con", OUT: "df", OUT_FILE: "df.csv", ROWS: "5", TIMEZONE: "Asia/Tokyo", JOB_ID: "7", ORDER: "x", FORMAT: ".1%", PIXELS: "300",
}; // prettier-ignore

function program({ name, kind, positional }: MagicRecord, option: string): string {
  const argument = positional === null ? "" : (ARGUMENTS[positional.name] ?? "");
  const line = [kind === "cell" ? `%%${name}` : `%${name}`, option, argument].filter(Boolean).join(" ");
  const plan = new CellPlan(kind === "cell" ? `${line}\nselect 1` : line);
  return translateCell(plan, { database: "db1", bound: new Set(["con"]) })();
}

const options = ALL_MAGICS.flatMap((record) =>
  record.options.map((option): [string, MagicRecord, OptionRecord] => [
    `%${record.name} --${option.name}`,
    record,
    option,
  ]),
);

test.each(options)("%s changes the program and is documented in docs/magics.md", (_, record, option) => {
  const value = option.value === undefined ? "" : `=${VALUES[option.value] ?? `no value of ${option.value}`}`;
  expect(program(record, `--${option.name}${value}`)).not.toBe(program(record, ""));
  expect(DOCUMENTED).toMatch(new RegExp(`\`[^\`\n]*--${option.name}\\b`));
});

const OF_RESULTS = options.filter(
  ([, record, { name }]) =>
    name !== "out-file" && record.options.some((option) => option.name === "out-file"),
);

test.each(OF_RESULTS)(
  "%s beside -O asks for no table where rows go to the file at once",
  (_, record, option) => {
    const value = option.value === undefined ? "" : `=${VALUES[option.value]!}`;
    const text = program(record, `-O df.csv --${option.name}${value}`).replaceAll("\\n", "\n");
    expect([/\b(?:const|let) table = /.test(text), text]).toEqual([/\btable\b/.test(text), text]);
  },
);

test.each(PLOT_OPTIONS.map(({ name }) => name))("--%s is documented in docs/charts.md", (name) => {
  expect(CHARTS).toMatch(new RegExp(`\`[^\`\n]*--${name}\\b`));
});
