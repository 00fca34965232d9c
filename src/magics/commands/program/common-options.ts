import type { OptionRecord } from "../../cell/magic-record.ts";
import { FILE_ENDINGS } from "../../result/save/file-formats.ts";
import { PLOT_OPTIONS } from "./plot-code.ts";

/** Option of every magic. */
export const HELP: OptionRecord = { name: "help", short: "h", help: "show only this help" };

export const LOCAL: OptionRecord = {
  name: "local",
  help: "run it on this machine, over tables of the notebook and files that FROM names in quotes",
};

/** Options of the magics with a query's result. */
export const RESULT_OPTIONS: readonly OptionRecord[] = [
  {
    name: "pivot",
    help: "pivot: first column as index, text and *_id columns as dimensions, means of the rest",
  },
  { name: "plot", help: "plot the result; -o and -O get its pivot" },
  ...PLOT_OPTIONS,
  { name: "dry-run", short: "n", help: "show the translated code without running it" },
  {
    name: "verbose",
    short: "v",
    help: "show progress from the start, and the translated code after the run",
  },
  {
    name: "connection",
    short: "c",
    value: "CONNECTION",
    help: "variable that holds the Client or QueryEngine to use, or @ and the name of a profile",
  },
  { name: "dropna", short: "d", help: "drop columns that hold no value at all" },
  { name: "out", short: "o", value: "OUT", help: "keep the result in a variable of this name" },
  {
    name: "out-file",
    short: "O",
    value: "OUT_FILE",
    help: `write the result to a file: ${FILE_ENDINGS}`,
  },
  {
    name: "limit",
    value: "ROWS",
    help: "fetch at most this many rows of the result; the query is not changed",
  },
  { name: "head", value: "ROWS", help: "show only the first rows; -o and -O get all" },
  { name: "quiet", short: "q", help: "show no progress" },
  {
    name: "timezone",
    short: "T",
    value: "TIMEZONE",
    help: "time zone of the time index, such as Asia/Tokyo",
  },
  HELP,
];
